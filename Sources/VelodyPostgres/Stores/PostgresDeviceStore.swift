package import FoundationEssentials
package import VelodyDomain

/// Devices in PostgreSQL.
package struct PostgresDeviceStore: DeviceStore {
    private let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    private static let columns: Statement = """
        d.id, d.platform, d.device_name, d.app_version, d.created_at, d.last_seen_at, d.revoked_at,
        (SELECT c.last_event_id FROM device_sync_cursors c WHERE c.device_id = d.id)
        """

    package func register(
        _ device: Device, installation: UUID?, tokenHash: ContentHash
    ) throws(StoreError) -> (device: Device, isNew: Bool) {
        let stored = try session.first(
            """
            INSERT INTO devices AS d (id, platform, device_name, app_version, installation_id,
                                      token_hash, created_at)
            VALUES (\(device.id), \(device.platform.rawValue), \(device.deviceName),
                    \(device.appVersion), \(installation), \(tokenHash), \(device.createdAt))
            ON CONFLICT (installation_id) DO UPDATE SET
              platform = EXCLUDED.platform, device_name = EXCLUDED.device_name,
              app_version = EXCLUDED.app_version, token_hash = EXCLUDED.token_hash,
              revoked_at = NULL
            RETURNING \(Self.columns)
            """, Self.device)
        guard let stored else { throw StoreError(.unexpected, "registration returned no row") }
        return (stored, stored.id == device.id)
    }

    package func authenticate(
        tokenHash: ContentHash, now: Timestamp
    ) throws(StoreError) -> Device? {
        try note(session.first(Self.owner(of: tokenHash), Self.device), seen: now)
    }

    package func authenticate<R>(
        tokenHash: ContentHash, now: Timestamp, beside body: () -> R
    ) throws(StoreError) -> (device: Device?, result: R) {
        let (found, result) = try session.first(
            Self.owner(of: tokenHash), Self.device, beside: body)
        return (try note(found, seen: now), result)
    }

    private static func owner(of tokenHash: ContentHash) -> Statement {
        """
        SELECT \(columns) FROM devices d
        WHERE d.token_hash = \(tokenHash) AND d.revoked_at IS NULL
        """
    }

    private func note(_ device: Device?, seen now: Timestamp) throws(StoreError) -> Device? {
        guard var device else { return nil }
        if let seen = device.lastSeenAt, now <= seen.advanced(bySeconds: 60) { return device }
        try session.run("UPDATE devices SET last_seen_at = \(now) WHERE id = \(device.id)")
        device.lastSeenAt = now
        return device
    }

    package func list() throws(StoreError) -> [Device] {
        try session.query(
            "SELECT \(Self.columns) FROM devices d ORDER BY d.created_at, d.id", Self.device)
    }

    package func recordHeartbeat(
        of id: DeviceID, appVersion: String?, now: Timestamp
    ) throws(StoreError) -> Device? {
        try session.first(
            """
            UPDATE devices d SET last_seen_at = \(now),
                                 app_version = coalesce(\(appVersion), d.app_version)
            WHERE d.id = \(id) RETURNING \(Self.columns)
            """, Self.device)
    }

    package func isTrusted(_ id: DeviceID) throws(StoreError) -> Bool {
        let found = try session.first(
            "SELECT true FROM devices WHERE id = \(id) AND revoked_at IS NULL"
        ) { _ in true }
        return found ?? false
    }

    package func revoke(_ id: DeviceID, now: Timestamp) throws(StoreError) -> Bool {
        let revoked = try session.first(
            """
            UPDATE devices SET revoked_at = coalesce(revoked_at, \(now))
            WHERE id = \(id) RETURNING 1
            """
        ) { _ in true }
        return revoked ?? false
    }

    private static func device(_ row: inout Row) throws(PostgresError) -> Device {
        Device(
            id: try row.id(), platform: try row.choice(Device.Platform.self),
            deviceName: try row.text(), appVersion: try row.text(),
            createdAt: try row.timestamp(), lastSeenAt: try row.optionalTimestamp(),
            revokedAt: try row.optionalTimestamp(),
            lastEventID: try row.optionalInteger().map { Int64($0) })
    }
}
