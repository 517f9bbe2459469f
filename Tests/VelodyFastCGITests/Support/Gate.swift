import Glibc
import VelodyRuntime

/// Lets threads through, one for each time it is opened.
final class Gate: Sendable {
    private let pipe: PipeEnds

    init() throws { pipe = try OwnedDescriptor.pipe() }

    func open(times: Int = 1) {
        pipe.writer.write([UInt8](repeating: 1, count: times))
    }

    /// Waits until it is opened; false after half a minute.
    @discardableResult
    func pass() -> Bool {
        var watched = pollfd(fd: pipe.reader.number, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return unsafe poll(&watched, 1, 30_000) == 1
            && (unsafe read(pipe.reader.number, &byte, 1)) == 1
    }
}
