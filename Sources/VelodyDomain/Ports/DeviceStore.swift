package import FoundationEssentials

/// Remembers the trusted devices.
///
/// Confined to the thread that made it.
package protocol DeviceStore {
    /// Inserts a device, or takes the one with this `installation` over.
    ///
    /// A known installation, a revoked one too, keeps its identifier and creation time, gets the
    /// new names and token, and is no longer revoked; its old token is dead at once.
    /// - Returns: the device as stored, and whether it is new.
    func register(
        _ device: Device, installation: UUID?, tokenHash: ContentHash
    ) throws(StoreError) -> (device: Device, isNew: Bool)

    /// The unrevoked device whose token hashes to `tokenHash`; nil where there is none.
    ///
    /// Moves `lastSeenAt` to `now` when that is more than a minute behind, and only then writes.
    func authenticate(tokenHash: ContentHash, now: Timestamp) throws(StoreError) -> Device?

    /// The same while `body` runs, which only reads, and without a way of its own where that can be.
    ///
    /// What `body` read may only be shown where there is a device: it may have run for nobody, and has found
    /// something else than there is then.
    func authenticate<R>(
        tokenHash: ContentHash, now: Timestamp, beside body: () -> R
    ) throws(StoreError) -> (device: Device?, result: R)

    /// Every device, revoked ones too, oldest first.
    func list() throws(StoreError) -> [Device]

    /// Sets `lastSeenAt`, and `appVersion` where given; returns the device as stored.
    func recordHeartbeat(
        of id: DeviceID, appVersion: String?, now: Timestamp
    ) throws(StoreError) -> Device?

    /// Whether the device exists and is not revoked.
    func isTrusted(_ id: DeviceID) throws(StoreError) -> Bool

    /// Revokes a device; its token is dead at once. Revoking again keeps the first time.
    /// - Returns: whether the device exists.
    func revoke(_ id: DeviceID, now: Timestamp) throws(StoreError) -> Bool
}
