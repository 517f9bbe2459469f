import Glibc

/// A listening socket that is handed on to servers, so that they come and go without it.
package struct Listener: ~Copyable, Sendable {
    /// Close-on-exec; `Command.descriptors` makes the copy for a child.
    package let descriptor: OwnedDescriptor

    /// How many bytes a socket's path may have (`sun_path` without its NUL, unix(7)).
    package static let longestPath = 107

    /// Listens on a unix socket at `path` (at most `longestPath` bytes); a file in its place goes.
    ///
    /// The backlog is 1024: a full one answers nginx at once with EAGAIN, and that is a 502.
    package static func unix(_ path: String) throws(ProcessError) -> Listener {
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath else {
            throw ProcessError(.socket, "\(path): longer than \(longestPath) bytes")
        }
        let descriptor = try socket(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        unsafe unlink(path)
        let bound = unsafe withUnsafePointer(to: address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(descriptor.number, 1024) == 0 else {
            throw ProcessError(.socket, "\(path): \(reason(errno))")
        }
        return Listener(descriptor: descriptor)
    }

    /// A port of 127.0.0.1 that was free a moment ago.
    ///
    /// With `port` 0 the kernel chooses; another number is returned as it is. Throws `socket`
    /// when it is taken.
    package static func freePort(_ port: UInt16 = 0) throws(ProcessError) -> UInt16 {
        let descriptor = try socket(AF_INET)
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard unsafe bind(descriptor.number, $0, length) == 0 else { return false }
                guard listen(descriptor.number, 1) == 0 else { return false }
                return unsafe getsockname(descriptor.number, $0, &length) == 0
            }
        }
        guard bound else { throw ProcessError(.socket, "port \(port): \(reason(errno))") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func socket(_ family: Int32) throws(ProcessError) -> OwnedDescriptor {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let number = Glibc.socket(family, kind, 0)
        guard number >= 0 else { throw ProcessError(.socket, "no socket: \(reason(errno))") }
        return OwnedDescriptor(owning: number)
    }
}
