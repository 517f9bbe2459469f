import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``DeviceStore``, clause by clause.
    @Suite struct DeviceStoreContract {
        private let cryptography = OpenSSLCryptography()
        private let now = Timestamp(microseconds: 5_000_000)

        private func device(_ name: String, at created: Timestamp? = nil) -> Device {
            Device(
                id: DeviceID(random: cryptography.randomBytes(16)), platform: .ios,
                deviceName: name, appVersion: "1.0", createdAt: created ?? now, lastSeenAt: nil,
                revokedAt: nil, lastEventID: nil)
        }

        private func token(_ seed: UInt8) -> ContentHash { cryptography.sha256([seed]) }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a registered device is stored as it was given`(_ adapter: DatabaseAdapter) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            let phone = device("Phone")
            let stored = try devices.register(phone, installation: UUID(), tokenHash: token(1))
            #expect(stored.device == phone)
            #expect(stored.isNew)
            #expect(try devices.list() == [phone])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `devices without an installation are never the same`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            for seed: UInt8 in 1...2 {
                let stored = try devices.register(
                    device("Phone"), installation: nil, tokenHash: token(seed))
                #expect(stored.isNew)
            }
            #expect(try devices.list().count == 2)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a known installation keeps its identity and gets new names and token`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            let installation = UUID()
            let old = device("Old")
            _ = try devices.register(old, installation: installation, tokenHash: token(1))
            var new = device("New", at: now.advanced(bySeconds: 60))
            new.platform = .macos
            new.appVersion = "2.0"
            let stored = try devices.register(
                new, installation: installation, tokenHash: token(2))
            #expect(!stored.isNew)
            #expect(stored.device.id == old.id)
            #expect(stored.device.createdAt == old.createdAt)
            #expect(stored.device.deviceName == "New")
            #expect(stored.device.appVersion == "2.0")
            #expect(stored.device.platform == .macos)
            #expect(try devices.authenticate(tokenHash: token(1), now: now) == nil)
            #expect(try devices.authenticate(tokenHash: token(2), now: now)?.id == old.id)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a revoked installation that registers again is trusted again`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            let installation = UUID()
            let first = device("Phone")
            _ = try devices.register(first, installation: installation, tokenHash: token(1))
            #expect(try devices.revoke(first.id, now: now))
            let again = try devices.register(
                device("Phone"), installation: installation, tokenHash: token(2))
            #expect(again.device.id == first.id)
            #expect(again.device.revokedAt == nil)
            #expect(try devices.authenticate(tokenHash: token(2), now: now) != nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a token that nobody has is nobody's`(_ adapter: DatabaseAdapter) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            _ = try devices.register(device("Phone"), installation: nil, tokenHash: token(1))
            #expect(try devices.authenticate(tokenHash: token(2), now: now) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `being seen is noted at first and when a minute has passed`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            _ = try devices.register(device("Phone"), installation: nil, tokenHash: token(1))
            for (seconds, seen) in [(0, 0), (60, 0), (61, 61)] {
                let found = try devices.authenticate(
                    tokenHash: token(1), now: now.advanced(bySeconds: seconds))
                #expect(found?.lastSeenAt == now.advanced(bySeconds: seen))
                #expect(try devices.list().first?.lastSeenAt == now.advanced(bySeconds: seen))
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a device is recognised beside what is read, and beside nothing`(
            _ adapter: DatabaseAdapter
        ) throws {
            let stores = try adapter.makeDatabase().makeStores()
            let phone = device("Phone")
            _ = try stores.devices.register(phone, installation: nil, tokenHash: token(1))
            for _ in 1...2 {
                let (found, listed) = try stores.devices.authenticate(
                    tokenHash: token(1), now: now, beside: { Result { try stores.devices.list() } })
                #expect(found?.id == phone.id)
                #expect(try listed.get().map(\.id) == [phone.id])
                let beside = try stores.devices.authenticate(
                    tokenHash: token(1), now: now, beside: { 7 })
                #expect(beside.device?.id == phone.id && beside.result == 7)
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `beside what is read a dead token, and one that nobody has, are nobody's`(
            _ adapter: DatabaseAdapter
        ) throws {
            let stores = try adapter.makeDatabase().makeStores()
            let phone = device("Phone")
            _ = try stores.devices.register(phone, installation: nil, tokenHash: token(1))
            _ = try stores.devices.authenticate(tokenHash: token(1), now: now, beside: {})
            _ = try stores.devices.revoke(phone.id, now: now)
            for seed: UInt8 in 1...2 {
                let asked = try stores.devices.authenticate(
                    tokenHash: token(seed), now: now,
                    beside: { Result { try stores.devices.list() } })
                #expect(asked.device == nil)
                let beside = try stores.devices.authenticate(
                    tokenHash: token(seed), now: now, beside: {})
                #expect(beside.device == nil)
            }
            #expect(try stores.devices.list().first?.lastSeenAt == now)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `being seen beside what is read is noted at first and when a minute has passed`(
            _ adapter: DatabaseAdapter
        ) throws {
            let stores = try adapter.makeDatabase().makeStores()
            _ = try stores.devices.register(
                device("Phone"), installation: nil, tokenHash: token(1))
            for (seconds, seen) in [(0, 0), (60, 0), (61, 61)] {
                let asked = try stores.devices.authenticate(
                    tokenHash: token(1), now: now.advanced(bySeconds: seconds),
                    beside: { Result { try stores.tracks.find(TrackID(UUID())) } })
                #expect(try asked.result.get() == nil)
                #expect(asked.device?.lastSeenAt == now.advanced(bySeconds: seen))
                #expect(
                    try stores.devices.list().first?.lastSeenAt == now.advanced(bySeconds: seen))
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a device is recognised beside what fails`(_ adapter: DatabaseAdapter) throws {
            struct Failure: Error {}
            let stores = try adapter.makeDatabase().makeStores()
            let phone = device("Phone")
            _ = try stores.devices.register(phone, installation: nil, tokenHash: token(1))
            for reads in [true, false] {
                let asked = try stores.devices.authenticate(
                    tokenHash: token(1), now: now,
                    beside: {
                        Result<Void, any Error> {
                            if reads { _ = try stores.devices.list() }
                            throw Failure()
                        }
                    })
                #expect(asked.device?.id == phone.id)
                #expect(throws: Failure.self) { try asked.result.get() }
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `devices are listed oldest first, revoked ones too`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            let young = device("Young", at: now.advanced(bySeconds: 1))
            let old = device("Old")
            _ = try devices.register(young, installation: nil, tokenHash: token(1))
            _ = try devices.register(old, installation: nil, tokenHash: token(2))
            _ = try devices.revoke(old.id, now: now)
            #expect(try devices.list().map(\.deviceName) == ["Old", "Young"])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a heartbeat is noted at once, with the version where it is given`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            let phone = device("Phone")
            _ = try devices.register(phone, installation: nil, tokenHash: token(1))
            for (version, kept) in [(nil, "1.0"), ("1.1", "1.1"), (nil, "1.1")] {
                let stored = try devices.recordHeartbeat(
                    of: phone.id, appVersion: version, now: now)
                #expect(stored?.lastSeenAt == now)
                #expect(stored?.appVersion == kept)
                #expect(try devices.list() == [stored])
            }
            let nobody = device("Nobody").id
            #expect(try devices.recordHeartbeat(of: nobody, appVersion: nil, now: now) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a revoked device's token is dead, and revoking again keeps the first time`(
            _ adapter: DatabaseAdapter
        ) throws {
            let devices = try adapter.makeDatabase().makeStores().devices
            let phone = device("Phone")
            _ = try devices.register(phone, installation: nil, tokenHash: token(1))
            #expect(try devices.isTrusted(phone.id))
            for seconds in [0, 10] {
                #expect(try devices.revoke(phone.id, now: now.advanced(bySeconds: seconds)))
                #expect(try devices.list().first?.revokedAt == now)
                #expect(try devices.authenticate(tokenHash: token(1), now: now) == nil)
                #expect(try !devices.isTrusted(phone.id))
            }
            #expect(try !devices.isTrusted(device("Nobody").id))
            #expect(try !devices.revoke(device("Nobody").id, now: now))
        }
    }
}
