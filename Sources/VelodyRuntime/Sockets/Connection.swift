import Glibc

/// A connection to a unix socket.
enum Connection {
    /// Whether somebody listens at `path`, busy or not.
    static func isAccepted(at path: String) -> Bool {
        let bytes = Array(path.utf8)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(AF_UNIX, kind, 0)
        guard bytes.count <= Listener.longestPath, number >= 0 else { return false }
        defer { close(number) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let connected = unsafe withUnsafePointer(to: address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // EAGAIN: the backlog is full, so somebody listens.
        return connected == 0 || errno == EAGAIN
    }
}
