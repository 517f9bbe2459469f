import Glibc
import Synchronization

/// One running `velody-inspect`. Used by one thread at a time.
final class InspectWorker: Sendable {
    let channel: InspectionChannel
    private let child: Mutex<ChildProcess>
    private let jobs = Mutex(0)

    private init(_ channel: consuming InspectionChannel, _ child: consuming ChildProcess) {
        self.channel = channel
        self.child = Mutex(child)
    }

    /// Starts a worker; it inherits nothing but its socket and standard error, and no environment:
    /// that holds secrets.
    static func start(_ executable: String) throws(ProcessError) -> InspectWorker {
        let ends = try OwnedDescriptor.pipe()
        var command = Command(executable, [])
        command.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        command.descriptors = [0: ends.reader.number, 1: STDERR_FILENO, 2: STDERR_FILENO]
        let child = try command.spawn()
        return InspectWorker(InspectionChannel(ends.keepWriter()), child)
    }

    /// Counts one more file; returns how many there were.
    func countJob() -> Int {
        jobs.withLock { count in
            count += 1
            return count
        }
    }

    /// Ends the worker at once and reaps it.
    func end() {
        child.withLock { child in
            child.kill(SIGKILL)
            _ = child.wait()
        }
    }
}
