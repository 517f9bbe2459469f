import Glibc
package import VelodyDomain

/// Writes one JSON object a line to a descriptor.
///
/// Thread safe; lines never interleave: each is written at once, and short enough for that.
package final class Logger: Sendable {
    /// A value beside a message's constant text.
    package enum Value: Sendable {
        case string(String?)
        case integer(Int64)
        case flag(Bool)
    }

    private let level: LogLevel
    private let clock: any Clock
    private let descriptor: Int32

    /// Logs what is at least `level` to `descriptor`, standard error by default.
    package init(level: LogLevel, clock: any Clock, descriptor: Int32 = STDERR_FILENO) {
        self.level = level
        self.clock = clock
        self.descriptor = descriptor
    }

    /// Writes a constant message and what varies.
    ///
    /// Absent strings are left out.
    package func log(
        _ level: LogLevel, _ message: StaticString,
        _ values: KeyValuePairs<StaticString, Value> = [:]
    ) {
        guard level >= self.level else { return }
        var line = LogLine()
        line.append("time", clock.now().rfc3339)
        line.append("level", level.rawValue)
        line.append("message", message.description)
        for (name, value) in values {
            switch value {
            case .string(let text): if let text { line.append(name, text) }
            case .integer(let number): line.append(name, number)
            case .flag(let flag): line.append(name, flag)
            }
        }
        write(line.finished())
    }

    /// Half a line would spoil the next one; a reader that takes nothing is not waited for for ever.
    private func waitUntilWritable() -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&watched, 1, 1_000) > 0
    }

    /// Takes no turns: a pipe does not mix what comes by one call of at most `PIPE_BUF` bytes (pipe(7)), and
    /// files and sockets, as far as that, do not either.
    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN, waitUntilWritable() { continue }
            // There is nowhere left to say that saying failed.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
