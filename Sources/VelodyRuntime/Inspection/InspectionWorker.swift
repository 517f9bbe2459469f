import Glibc
import Synchronization
import VelodyDomain

/// One `velody-inspect` process and our end of its socket.
///
/// One thread gives it jobs; any thread may end it.
final class InspectionWorker: Sendable {
    private let channel: OwnedDescriptor
    private let child: Mutex<ChildProcess>

    /// Starts a worker; it ends by itself when our end of the socket is closed.
    init(executable: String) throws(InspectionError) {
        do {
            let ends = try OwnedDescriptor.pipe()
            var command = Command(executable, descriptors: [0: ends.writer.number, 1: 2, 2: 2])
            command.environment = Self.environment()
            child = Mutex(try command.spawn())
            channel = ends.keepReader()
        } catch {
            throw InspectionError(.unavailable, error.diagnostic)
        }
    }

    /// Hostile files are opened there: it gets none of our settings, for secrets are among them.
    private static func environment() -> [String: String] {
        guard let path = unsafe getenv("LD_LIBRARY_PATH") else { return [:] }
        return unsafe ["LD_LIBRARY_PATH": String(cString: path)]
    }

    var pid: Int32 { child.withLock { $0.pid } }

    /// Gives the worker a job and waits for its answer until `deadline`.
    ///
    /// `isUsable` tells whether the worker can be given another.
    func run(
        audio: Int32, picture: Int32, readingTextAs encoding: LegacyEncoding?,
        deadline: ContinuousClock.Instant
    ) -> (result: Result<InspectionReport, InspectionError>, isUsable: Bool) {
        guard
            InspectionJob.send(
                audio: audio, picture: picture, readingTextAs: encoding, over: channel.number)
        else {
            return (.failure(InspectionError(.workerLost, "worker was gone")), false)
        }
        var scanned: InspectionReport?
        do throws(InspectionError) {
            var buffer: [UInt8] = []
            while true {
                switch try answer(&buffer, deadline) {
                case .scanned(let report): scanned = report
                case .final(let report): return (.success(report), true)
                case .failed:
                    return (.failure(InspectionError(.unavailable, "worker cannot read")), true)
                }
            }
        } catch {
            guard var report = scanned else { return (.failure(error), false) }
            report.warnings.append("tags-unreadable")
            return (.success(report), false)
        }
    }

    /// Kills the process and reaps it; may be called again.
    func end() {
        child.withLock { child in
            child.kill(SIGKILL)
            _ = child.wait()
        }
    }

    private func answer(
        _ buffer: inout [UInt8], _ deadline: ContinuousClock.Instant
    ) throws(InspectionError) -> InspectionAnswer {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            if let answer = try InspectionAnswer.take(from: &buffer) { return answer }
            try waitForBytes(until: deadline)
            let count = unsafe read(channel.number, &chunk, chunk.count)
            if count > 0 {
                buffer += chunk[..<count]
            } else if count == 0 || errno != EINTR {
                throw InspectionError(.workerLost, "worker died")
            }
        }
    }

    private func waitForBytes(
        until deadline: ContinuousClock.Instant
    ) throws(InspectionError) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            guard left > 0 else { throw InspectionError(.workerLost, "deadline passed") }
            var polled = pollfd(fd: channel.number, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&polled, 1, Int32(min(left.rounded(.up), 60_000))) > 0 { return }
        }
    }
}
