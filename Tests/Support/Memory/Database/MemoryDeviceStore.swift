import FoundationEssentials
import VelodyDomain

/// Devices in memory.
struct MemoryDeviceStore: DeviceStore {
    let database: MemoryDatabase

    func register(
        _ device: Device, installation: UUID?, tokenHash: ContentHash
    ) throws(StoreError) -> (device: Device, isNew: Bool) {
        let stored = try database.transact { records throws(StoreError) in
            let known = records.devices.firstIndex {
                installation != nil && $0.installation == installation
            }
            guard let known else {
                records.devices.append(
                    .init(device: device, installation: installation, tokenHash: tokenHash))
                return device
            }
            records.devices[known].tokenHash = tokenHash
            records.devices[known].device.platform = device.platform
            records.devices[known].device.deviceName = device.deviceName
            records.devices[known].device.appVersion = device.appVersion
            records.devices[known].device.revokedAt = nil
            return records.devices[known].device
        }
        return (stored, stored.id == device.id)
    }

    func authenticate(tokenHash: ContentHash, now: Timestamp) throws(StoreError) -> Device? {
        try database.transact { records throws(StoreError) in
            let known = records.devices.firstIndex {
                $0.tokenHash == tokenHash && $0.device.revokedAt == nil
            }
            guard let known else { return nil }
            if let seen = records.devices[known].device.lastSeenAt,
                now <= seen.advanced(bySeconds: 60)
            {
                return records.devices[known].device
            }
            records.devices[known].device.lastSeenAt = now
            return records.devices[known].device
        }
    }

    func authenticate<R>(
        tokenHash: ContentHash, now: Timestamp, beside body: () -> R
    ) throws(StoreError) -> (device: Device?, result: R) {
        let result = body()
        return (try authenticate(tokenHash: tokenHash, now: now), result)
    }

    func list() throws(StoreError) -> [Device] {
        try database.transact { records throws(StoreError) in
            records.devices.map(\.device).sorted {
                ($0.createdAt, $0.id.description) < ($1.createdAt, $1.id.description)
            }
        }
    }

    func recordHeartbeat(
        of id: DeviceID, appVersion: String?, now: Timestamp
    ) throws(StoreError) -> Device? {
        try change(id) { device in
            device.lastSeenAt = now
            device.appVersion = appVersion ?? device.appVersion
        }
    }

    func isTrusted(_ id: DeviceID) throws(StoreError) -> Bool {
        try database.transact { records throws(StoreError) in records.isTrusted(id) }
    }

    func revoke(_ id: DeviceID, now: Timestamp) throws(StoreError) -> Bool {
        try change(id) { $0.revokedAt = $0.revokedAt ?? now } != nil
    }

    private func change(
        _ id: DeviceID, _ call: String = #function, _ body: (inout Device) -> Void
    ) throws(StoreError) -> Device? {
        try database.transact(call) { records throws(StoreError) in
            guard let known = records.devices.firstIndex(where: { $0.device.id == id }) else {
                return nil
            }
            body(&records.devices[known].device)
            return records.devices[known].device
        }
    }
}
