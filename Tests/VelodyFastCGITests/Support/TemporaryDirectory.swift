import FoundationEssentials
import VelodyRuntime

/// A short-named directory that goes with its owner, also when the test process is killed.
///
/// A guard process waits for the end of a pipe, ends what it was told to run there, and removes
/// the directory.
final class TemporaryDirectory {
    let path: String
    private var lifeline: OwnedDescriptor?
    private var guardian: ChildProcess

    /// Makes the directory, and runs `program` (found by the shell, with its words) until the end.
    init(running program: [String] = []) throws {
        path = "/tmp/velody-fcgi-\(UUID().uuidString.prefix(8))"
        try FileManager().createDirectory(atPath: path, withIntermediateDirectories: true)
        let pipe = try OwnedDescriptor.pipe()
        let script = """
            directory=$1; shift
            if [ $# -gt 0 ]; then cd "$directory" && "$@" </dev/null & child=$!; fi
            cat >/dev/null
            if [ -n "$child" ]; then kill "$child"; wait "$child"; fi
            rm -rf -- "$directory"
            """
        var command = Command(
            "/bin/sh", ["-c", script, "guard", path] + program,
            descriptors: [0: pipe.reader.number, 1: 2, 2: 2])
        command.leadsSession = true
        guardian = try command.spawn()
        lifeline = pipe.keepWriter()
    }

    deinit {
        lifeline = nil
        _ = guardian.wait()
    }
}
