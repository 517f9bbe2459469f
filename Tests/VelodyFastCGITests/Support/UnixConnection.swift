import Glibc
import VelodyRuntime

/// A client's connection to a unix socket.
///
/// Reading gives up after half a minute.
final class UnixConnection {
    private var descriptor: OwnedDescriptor?

    init(to path: String) throws {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        descriptor = OwnedDescriptor(owning: number)
        var patience = timeval(tv_sec: 30, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: Array(path.utf8))
        }
        let result = unsafe withUnsafePointer(to: address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw Refused(code: errno) }
    }

    /// Why nobody answered.
    struct Refused: Error { let code: Int32 }

    /// Sends all of `bytes`; false when the other side no longer takes them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        guard let number = descriptor?.number else { return false }
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// The next bytes, at most `limit`; empty at the end or a reset.
    func receive(_ limit: Int = 65_536) -> [UInt8] {
        guard let number = descriptor?.number else { return [] }
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = unsafe recv(number, &buffer, limit, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Whether something has come, or the other side has closed.
    var isReadable: Bool {
        var watched = pollfd(fd: descriptor?.number ?? -1, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, 0) == 1
    }

    /// Everything until the other side closes.
    func receiveAll() -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let next = receive()
            if next.isEmpty { return bytes }
            bytes += next
        }
    }

    /// Says that nothing more will be sent.
    func finishSending() {
        if let number = descriptor?.number { shutdown(number, Int32(SHUT_WR)) }
    }

    /// Vanishes.
    func close() { descriptor = nil }
}
