import FoundationEssentials
import Synchronization
import VelodyRuntime

/// A short-named directory that goes with its owner, also when the test process is killed.
///
/// A guard process waits for the end of a pipe, ends what it was told to run there, and removes
/// the directory.
package final class TemporaryDirectory: Sendable {
    private struct Guard: ~Copyable {
        var process: ChildProcess
        var lifeline: OwnedDescriptor?
    }

    package let path: String
    private let guardian: Mutex<Guard>

    /// Makes the directory below `folder`, and runs `program` (found by the shell, with its words) until the end.
    package init(in folder: String = "/tmp", running program: [String] = []) throws {
        path = "\(folder)/velody-test-\(UUID().uuidString.prefix(8))"
        try FileManager().createDirectory(atPath: path, withIntermediateDirectories: true)
        let pipe = try OwnedDescriptor.pipe()
        let script = """
            directory=$1; shift
            cd "$directory" || exit
            if [ $# -gt 0 ]; then "$@" </dev/null & child=$!; fi
            cat >/dev/null
            if [ -n "$child" ]; then kill "$child"; wait "$child"; fi
            rm -rf -- "$directory"
            """
        var command = Command(
            "/bin/sh", ["-c", script, "guard", path] + program,
            descriptors: [0: pipe.reader.number, 1: 2, 2: 2])
        command.leadsSession = true
        let process = try command.spawn()
        guardian = Mutex(Guard(process: process, lifeline: pipe.keepWriter()))
    }

    deinit {
        guardian.withLock {
            $0.lifeline = nil
            _ = $0.process.wait()
        }
    }
}
