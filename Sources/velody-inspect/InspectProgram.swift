import Glibc
import VelodyMedia
import VelodyRuntime

/// A worker of the inspector pool: takes jobs from the socket that is its standard input.
///
/// It ends when the other side closes. What happens to it never touches the server.
@main struct InspectProgram {
    private static let socket: Int32 = 0

    static func main() {
        if Version.isAsked(by: CommandLine.arguments.dropFirst()) {
            return print(Version.line(of: "velody-inspect"), terminator: "")
        }
        do {
            let inspector = try Inspector.open()
            guard Fence.raise() else { fail("limits are refused, errno \(errno)") }
            while let job = InspectionJob.receive(from: socket) {
                Fence.guarding { serve(job, inspector) }
            }
        } catch {
            fail(error.diagnostic)
        }
    }

    private static func serve(_ job: borrowing InspectionJob, _ inspector: borrowing Inspector) {
        do throws(MediaError) {
            let report = try inspector.inspect(
                audio: job.audio.number, picture: job.picture.number,
                readingTextAs: job.encoding
            ) { answer(.scanned($0)) }
            answer(.final(report))
        } catch {
            answer(.failed)
        }
    }

    private static func answer(_ answer: InspectionAnswer) {
        var rest = answer.bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe write(socket, $0.baseAddress, $0.count)
            }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { exit(1) }
        }
    }

    private static func fail(_ reason: String) -> Never {
        let line = Array("velody-inspect: \(reason)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
        exit(1)
    }
}
