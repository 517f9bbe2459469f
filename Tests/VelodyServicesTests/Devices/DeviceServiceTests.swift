import FoundationEssentials
import Testing
import VelodyDomain
import VelodyTesting

@testable import VelodyServices

/// Registering, recognising and revoking devices.
@Suite struct DeviceServiceTests {
    private let server: MemoryServer
    private let installation = UUID()

    init() throws { server = try MemoryServer() }

    private func register() throws(ServiceError) -> (device: Device, token: String, isNew: Bool) {
        try server.devices.register(
            .init(
                platform: .ios, deviceName: "Phone", appVersion: "1", installation: installation))
    }

    @Test func `only the bootstrap secret authorises registration`() throws {
        try server.devices.requireBootstrap("s3")
        for wrong in ["", "s", "s33", "S3"] {
            #expect(refusal { try server.devices.requireBootstrap(wrong) }?.code == .unauthorized)
        }
    }

    @Test func `a token is 256 random bits that its device is known by`() throws {
        let registered = try register()
        #expect(registered.isNew)
        #expect(registered.token.hasPrefix("vld_"))
        #expect(registered.token.utf8.count == 4 + 43)
        #expect(try server.devices.authenticate(registered.token).id == registered.device.id)
    }

    @Test func `a known installation gets another token, and the old one is dead`() throws {
        let first = try register()
        let second = try register()
        #expect(second.device.id == first.device.id)
        #expect(!second.isNew)
        #expect(second.token != first.token)
        let error = refusal { _ = try server.devices.authenticate(first.token) }
        #expect(error?.code == .unauthorized)
        #expect(try server.devices.authenticate(second.token).id == first.device.id)
    }

    @Test func `any other token is unauthorised`() throws {
        let token = try register().token
        for wrong in ["", "vld_", String(token.dropLast()), token + "A", token.lowercased()] {
            let error = refusal { _ = try server.devices.authenticate(wrong) }
            #expect(error?.code == .unauthorized)
        }
    }

    @Test func `a revoked device is unauthorised at once, and may be revoked again`() throws {
        let registered = try register()
        for _ in 1...2 { try server.devices.revoke(registered.device.id) }
        let error = refusal { _ = try server.devices.authenticate(registered.token) }
        #expect(error?.code == .unauthorized)
        #expect(try server.devices.list().contains { $0.revokedAt != nil })
    }

    @Test func `a device is recognised beside what is read for it, also where that fails`() throws {
        struct Failure: Error {}
        let devices = server.devices
        let registered = try register()
        for _ in 1...2 {
            let read = try devices.authenticate(registered.token) { 7 }
            #expect(read.device.id == registered.device.id && read.result == 7)
            let failed = try devices.authenticate(registered.token) {
                Result<Void, any Error> { throw Failure() }
            }
            #expect(failed.device.id == registered.device.id)
            #expect(throws: Failure.self) { try failed.result.get() }
        }
    }

    /// How often something is read for a token that is no good any more.
    private func reads(_ devices: DeviceService, for token: String) -> Int {
        var count = 0
        let error = refusal { _ = try devices.authenticate(token) { count += 1 } }
        #expect(error?.code == .unauthorized)
        return count
    }

    @Test func `nothing is read for a stranger, and at most once for who was revoked`() throws {
        let devices = server.devices
        let registered = try register()
        #expect(reads(devices, for: registered.token + "A") == 0)
        _ = try devices.authenticate(registered.token)
        try server.devices.revoke(registered.device.id)
        #expect(reads(devices, for: registered.token) == 1)
        #expect(reads(devices, for: registered.token) == 0)
        #expect(reads(server.devices, for: registered.token) == 0)
    }

    @Test func `who was not recognised for long is a stranger again`() throws {
        let devices = server.devices
        let tokens = try (0...RecentTokens.capacity + 1).map { number in
            try server.devices.register(
                .init(
                    platform: .ios, deviceName: "\(number)", appVersion: "1", installation: nil)
            ).token
        }
        for token in tokens.dropLast() { _ = try devices.authenticate(token) {} }
        // The second one is used again, so that the third goes first.
        for token in [tokens[1]] + tokens.suffix(1) { _ = try devices.authenticate(token) {} }
        for device in try server.devices.list() { try server.devices.revoke(device.id) }
        #expect(
            tokens.map { reads(devices, for: $0) } == [0, 1, 0] + tokens.dropFirst(3).map { _ in 1 }
        )
    }

    @Test func `an unknown device cannot be revoked`() {
        let nobody = DeviceID(random: [UInt8](repeating: 9, count: 16))
        #expect(refusal { try server.devices.revoke(nobody) }?.code == .notFound)
    }

    @Test func `a heartbeat tells the time and where the library stands`() throws {
        let device = try register().device
        try server.upload([1])
        server.clock.advance(seconds: 7)
        let heard = try server.devices.heartbeat(of: device.id, appVersion: "2")
        #expect(heard.now == server.clock.now())
        #expect(heard.device.lastSeenAt == heard.now)
        #expect(heard.device.appVersion == "2")
        #expect(heard.state.lastEventID == 1)
        #expect(heard.state.epoch == server.database.epoch)
    }

    @Test func `without the database a token is neither right nor wrong`() throws {
        let token = try register().token
        server.database.faults.fail(with: StoreError(.unavailable, "away"))
        let error = refusal { _ = try server.devices.authenticate(token) }
        #expect(error?.code == .unavailable)
        #expect(error?.retryAfter == 2)
    }
}
