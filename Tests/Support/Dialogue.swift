import Glibc
import VelodyRuntime

/// A process that is spoken to line by line, and dies by `kill -9`: when told to, or with this value.
///
/// Confined to one thread.
package final class Dialogue {
    /// The process has ended without an answer; see standard error.
    package struct Ended: Error {}

    private var process: ChildProcess
    private let input: OwnedDescriptor
    private let output: OwnedDescriptor
    /// What has come of lines that were not asked for yet.
    private var pending: [UInt8] = []

    package init(_ program: String, _ arguments: [String]) throws {
        let questions = try OwnedDescriptor.pipe()
        let answers = try OwnedDescriptor.pipe()
        var command = Command(program, arguments)
        command.descriptors = [0: questions.reader.number, 1: answers.writer.number, 2: 2]
        process = try command.spawn()
        input = questions.keepWriter()
        output = answers.keepReader()
    }

    deinit { kill() }

    /// The process's number, while it lives.
    package var pid: Int32 { process.pid }

    package func say(_ line: String) { input.write(Array("\(line)\n".utf8)) }

    /// Waits for the next line.
    package func hear() throws -> String {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending.removeFirst(end + 1) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe read(output.number, &bytes, bytes.count)
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { throw Ended() }
            pending += bytes[..<count]
        }
    }

    /// Ends the process at once, and waits until it is gone.
    package func kill() {
        process.kill(SIGKILL)
        _ = process.wait()
    }
}
