import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime

/// What the service manager hears.
@Suite struct NotifySocketTests {
    /// A datagram socket bound to `name`, as systemd makes one; a leading `@` is an abstract name.
    private func listen(_ name: String) throws -> OwnedDescriptor {
        let descriptor = OwnedDescriptor(
            owning: socket(
                AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let bound = unsafe withUnsafePointer(to: address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor.number, $0, size)
            }
        }
        try #require(bound == 0)
        return descriptor
    }

    @Test(arguments: ["/tmp/velody-notify-", "@velody-notify-"])
    func `each state is one datagram, to a path and to an abstract name`(prefix: String) throws {
        let name = prefix + String(UUID().uuidString.prefix(8))
        defer { unsafe unlink(name) }
        let descriptor = try listen(name)
        let manager = NotifySocket(["NOTIFY_SOCKET": name])
        manager.tell(.ready)
        manager.tell(.stopping)
        var heard: [String] = []
        var buffer = [UInt8](repeating: 0, count: 64)
        while true {
            let count = unsafe recv(descriptor.number, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            heard.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        #expect(heard == ["READY=1", "STOPPING=1"])
    }

    @Test(
        arguments: [
            [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "vsock:2:9"],
            ["NOTIFY_SOCKET": "/tmp/velody-nobody-is-here"],
            ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
        ] as [[String: String]])
    func `where nobody listens nothing happens`(environment: [String: String]) {
        NotifySocket(environment).tell(.ready)
    }
}
