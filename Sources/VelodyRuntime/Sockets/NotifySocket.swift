import Glibc

/// Whoever started this process and wants to hear how it fares (`sd_notify(3)`).
///
/// Thread safe.
package struct NotifySocket: Sendable {
    /// What it is told.
    package enum State: String, Sendable {
        /// Requests are served from now on.
        case ready = "READY=1"
        /// No further request is taken; those that run are finished.
        case stopping = "STOPPING=1"
    }

    /// A path, or an abstract name that begins with `@`; nil where nobody listens.
    private let address: String?

    /// Looks for `NOTIFY_SOCKET`; without it nobody is told anything.
    package init(_ environment: [String: String]) {
        let given = environment["NOTIFY_SOCKET"] ?? ""
        let isKnown = given.hasPrefix("/") || given.hasPrefix("@")
        address = isKnown && given.utf8.count <= Listener.longestPath ? given : nil
    }

    /// Sends one datagram; that it cannot be sent stops nobody from serving.
    package func tell(_ state: State) {
        guard let address else { return }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = OwnedDescriptor(owning: socket(AF_UNIX, kind, 0))
        var name = Array(address.utf8)
        // Abstract names begin with a NUL on the wire (unix(7)).
        if name.first == UInt8(ascii: "@") { name[0] = 0 }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: name) }
        // Names end where their length says: a path's NUL is not needed, an abstract one has none.
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let text = Array(state.rawValue.utf8)
        _ = unsafe withUnsafePointer(to: target) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe sendto(
                    descriptor.number, text, text.count, Int32(MSG_NOSIGNAL), $0, size)
            }
        }
    }
}
