import Glibc
import VelodyRuntime

/// A transaction that is begun with `psql` and stays open, with what it did, until its end.
final class OpenTransaction {
    /// It could not be begun; see standard error.
    struct NotOpened: Error {}

    private var client: ChildProcess
    private let lifeline: OwnedDescriptor

    /// Waits until the statement is done.
    init(on url: String, _ statement: String) throws {
        let input = try OwnedDescriptor.pipe()
        let output = try OwnedDescriptor.pipe()
        var command = Command("psql", ["-X", "-q", "-A", "-t", "-d", url])
        command.descriptors = [0: input.reader.number, 1: output.writer.number]
        client = try command.spawn()
        lifeline = input.keepWriter()
        let reader = output.keepReader()
        lifeline.write(Array("BEGIN; \(statement); \\echo ready\n".utf8))
        var bytes = [UInt8](repeating: 0, count: 6)
        guard unsafe read(reader.number, &bytes, 6) == 6 else { throw NotOpened() }
    }

    /// Aborts it.
    func end() {
        client.kill()
        _ = client.wait()
    }
}
