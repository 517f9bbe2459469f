import Glibc
import Synchronization

/// Counts events across threads: each raise wakes one wait.
///
/// Thread safe.
///
/// A pair of sockets rather than a pipe: `pipe2` is not imported, and descriptors must not leak
/// into children.
final class Signal: Sendable {
    private let reader: Int32
    private let writer: Mutex<Int32>

    init() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let made = unsafe socketpair(AF_UNIX, kind, 0, &ends)
        precondition(made == 0, "no descriptors are left for a pair of sockets")
        reader = ends[0]
        writer = Mutex(ends[1])
    }

    deinit {
        close()
        Glibc.close(reader)
    }

    /// For poll(2): readable once raised or closed.
    var descriptor: Int32 { reader }

    func raise() {
        writer.withLock { number in
            var byte: UInt8 = 1
            if number >= 0 { _ = unsafe send(number, &byte, 1, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Waits for a raise; false once it is closed and every raise was waited for.
    func wait() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(reader, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1
        }
    }

    /// Whether it was closed.
    var isClosed: Bool { writer.withLock { $0 < 0 } }

    func close() {
        writer.withLock { number in
            if number >= 0 { Glibc.close(number) }
            number = -1
        }
    }
}
