import Glibc

extension Command {
    /// What a finished command left.
    package struct Output: Sendable {
        /// How it ended.
        package let status: ExitStatus
        /// Standard output, to the end.
        package let bytes: [UInt8]

        /// Standard output as text; invalid UTF-8 is repaired.
        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Runs the program to its end and returns its standard output.
    ///
    /// Standard error stays what `descriptors` says (mapping 2 to -1 joins it with the output);
    /// standard input is `/dev/null`, or the file at `input`. Throws `spawn` or `pipe`.
    package func output(input: String = "/dev/null") throws(ProcessError) -> Output {
        let pipe = try OwnedDescriptor.pipe()
        let stdin = try OwnedDescriptor.reading(input)
        var command = self
        command.descriptors[0] = stdin.number
        command.descriptors[1] = pipe.writer.number
        if descriptors[2] == -1 { command.descriptors[2] = pipe.writer.number }
        var child = try command.spawn()
        let reader = pipe.keepReader()
        let bytes = reader.readToEnd()
        return Output(status: child.wait(), bytes: bytes)
    }
}

extension OwnedDescriptor {
    /// Opens a file for reading.
    package static func reading(_ path: String) throws(ProcessError) -> OwnedDescriptor {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw ProcessError(.pipe, "\(path): \(reason(errno))") }
        return OwnedDescriptor(owning: number)
    }
}
