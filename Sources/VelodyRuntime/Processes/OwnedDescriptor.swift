import Glibc

/// A file descriptor that closes itself; always close-on-exec.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, valid as long as this value lives.
    package let number: Int32

    /// Takes over an open descriptor.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Opens a pipe: `reader` sees the end of file once every copy of `writer` is closed.
    ///
    /// It is a pair of sockets, because `pipe2` is not imported and a plain `pipe` would leak
    /// into children that another thread starts before the flag is set.
    package static func pipe() throws(ProcessError) -> PipeEnds {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw ProcessError(.pipe, "no pipe: \(reason(errno))")
        }
        return PipeEnds(
            reader: OwnedDescriptor(owning: ends[0]), writer: OwnedDescriptor(owning: ends[1]))
    }

    /// Opens (and makes, mode 0640) a file for appending.
    package static func appending(to path: String) throws(ProcessError) -> OwnedDescriptor {
        let number = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard number >= 0 else { throw ProcessError(.pipe, "\(path): \(reason(errno))") }
        return OwnedDescriptor(owning: number)
    }

    /// Reads until the end of file; stops early at an error.
    package func readToEnd() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe read(number, &buffer, buffer.count)
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Writes all of `bytes`, or as many as the other side takes before it closes.
    ///
    /// The process must ignore or block SIGPIPE.
    package func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(number, $0.baseAddress, $0.count)
            }
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// The two ends of a pipe.
package struct PipeEnds: ~Copyable, Sendable {
    /// The end to read from.
    package let reader: OwnedDescriptor
    /// The end to write to.
    package let writer: OwnedDescriptor

    /// Closes one end and keeps the other: the writing one.
    package consuming func keepWriter() -> OwnedDescriptor { writer }

    /// Closes one end and keeps the other: the reading one.
    package consuming func keepReader() -> OwnedDescriptor { reader }
}
