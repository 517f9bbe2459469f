import FoundationEssentials
import Glibc
import VelodyDomain
import VelodyMedia
import VelodyRuntime

/// A worker that looks into one file after the other, and may die of any of them.
///
/// Jobs come over the socket that is its standard input; it ends when that does.
@main struct VelodyInspect {
    static func main() {
        guard let inspector = try? Inspector.open(), InspectionFence.raise() else { exit(1) }
        let channel = InspectionChannel(OwnedDescriptor(owning: STDIN_FILENO))
        while let job = channel.receive() {
            do {
                let report = try inspector.inspect(
                    audio: job.audio.number, picture: job.picture.number,
                    scanned: { channel.send(.scanned, json($0)) })
                channel.send(.finished, json(report))
            } catch {
                channel.send(.failed, [])
            }
        }
    }

    private static func json(_ report: InspectionReport) -> [UInt8] {
        // Encoding strings and numbers cannot fail; an empty answer counts as none.
        (try? JSONEncoder().encode(report)).map { Array($0) } ?? []
    }
}
