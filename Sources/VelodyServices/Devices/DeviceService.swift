package import FoundationEssentials
package import VelodyDomain

/// Registers, recognises and revokes devices.
///
/// Confined to the thread that made it.
package struct DeviceService {
    private let devices: any DeviceStore
    private let state: any LibraryStateStore
    private let clock: any Clock
    private let cryptography: any Cryptography
    private let bootstrapHash: ContentHash
    private let recent = RecentTokens()

    /// Serves devices out of `stores`; `bootstrapSecret` authorises registration.
    package init(stores: Stores, resources: Resources, bootstrapSecret: [UInt8]) {
        devices = stores.devices
        state = stores.state
        clock = resources.clock
        cryptography = resources.cryptography
        bootstrapHash = resources.cryptography.sha256(bootstrapSecret)
    }

    /// A device as it asks to be known.
    package struct Registration {
        package var platform: Device.Platform
        package var deviceName: String
        package var appVersion: String
        package var installation: UUID?

        package init(
            platform: Device.Platform, deviceName: String, appVersion: String, installation: UUID?
        ) {
            self.platform = platform
            self.deviceName = deviceName
            self.appVersion = appVersion
            self.installation = installation
        }
    }

    /// Throws `unauthorized` unless `secret` is the bootstrap secret; constant time.
    package func requireBootstrap(_ secret: String) throws(ServiceError) {
        // Comparing digests hides the secret's length too.
        let given = cryptography.sha256(Array(secret.utf8))
        guard cryptography.areEqual(given.bytes, bootstrapHash.bytes) else {
            throw Self.unauthorized
        }
    }

    /// Registers a device, or renews the token of a known installation.
    ///
    /// - Returns: the device, its token (shown this once), and whether the device is new.
    package func register(
        _ registration: Registration
    ) throws(ServiceError) -> (device: Device, token: String, isNew: Bool) {
        let token = "vld_" + Base64URL.encode(cryptography.randomBytes(32))
        let now = clock.now()
        let device = Device(
            id: DeviceID(at: now, random: cryptography.randomBytes(16)),
            platform: registration.platform, deviceName: registration.deviceName,
            appVersion: registration.appVersion, createdAt: now, lastSeenAt: nil,
            revokedAt: nil, lastEventID: nil)
        let hash = cryptography.sha256(Array(token.utf8))
        let stored = try store { () throws(StoreError) in
            try devices.register(
                device, installation: registration.installation, tokenHash: hash)
        }
        return (stored.device, token, stored.isNew)
    }

    /// The device that `token` belongs to; throws `unauthorized` for any other token.
    package func authenticate(_ token: String) throws(ServiceError) -> Device {
        // Only the digest is looked up: what an index lookup's timing tells is no token's prefix.
        try recognise(cryptography.sha256(Array(token.utf8)))
    }

    /// The device that `token` belongs to, and what `body` returns, which only reads.
    ///
    /// Throws `unauthorized` for any other token, whatever `body` did; it has run for none but who was
    /// recognised here lately, and the token is looked up each time.
    package func authenticate<R>(
        _ token: String, beside body: () -> R
    ) throws(ServiceError) -> (device: Device, result: R) {
        let hash = cryptography.sha256(Array(token.utf8))
        // A stranger must not have the database read a list.
        guard recent.contains(hash) else { return (try recognise(hash), body()) }
        let now = clock.now()
        let (device, result) = try store { () throws(StoreError) in
            try devices.authenticate(tokenHash: hash, now: now, beside: body)
        }
        return (try admit(device, hash), result)
    }

    private func recognise(_ hash: ContentHash) throws(ServiceError) -> Device {
        let now = clock.now()
        let device = try store { () throws(StoreError) in
            try devices.authenticate(tokenHash: hash, now: now)
        }
        return try admit(device, hash)
    }

    private func admit(_ device: Device?, _ hash: ContentHash) throws(ServiceError) -> Device {
        guard let device else {
            recent.forget(hash)
            throw Self.unauthorized
        }
        recent.note(hash)
        return device
    }

    /// Every device, revoked ones too.
    package func list() throws(ServiceError) -> [Device] {
        try store { () throws(StoreError) in try devices.list() }
    }

    /// Notes that a device is alive, and tells it where the library stands.
    package func heartbeat(
        of id: DeviceID, appVersion: String?
    ) throws(ServiceError) -> (device: Device, now: Timestamp, state: LibraryState) {
        let now = clock.now()
        let device = try store { () throws(StoreError) in
            try devices.recordHeartbeat(of: id, appVersion: appVersion, now: now)
        }
        guard let device else { throw Self.unauthorized }
        return (device, now, try store { () throws(StoreError) in try state.state() })
    }

    /// Revokes a device; its token is dead at once.
    ///
    /// Throws `notFound` for an unknown one.
    package func revoke(_ id: DeviceID) throws(ServiceError) {
        let now = clock.now()
        let exists = try store { () throws(StoreError) in try devices.revoke(id, now: now) }
        guard exists else { throw ServiceError(.notFound, "There is no such device.") }
    }

    private static var unauthorized: ServiceError {
        ServiceError(.unauthorized, "A valid bearer token is required.")
    }
}
