import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyServices
import VelodyTesting

/// The two adapters of the database's ports.
enum DatabaseAdapter: CaseIterable {
    case memory, postgres

    /// A library without anything in it.
    func makeDatabase() throws -> TestDatabase {
        switch self {
        case .memory:
            let database = MemoryDatabase(schemaVersion: PostgresSchema.requiredVersion)
            return TestDatabase(
                connect: { database.makeStores(lockPatience: $0) },
                makeRecords: { database.makeRecords() },
                makeSync: { database.makeSync() },
                makeSnapshots: { database.makeSnapshots() },
                delete: { database.delete($0, now: $1) })
        case .postgres:
            let url = try #require(SharedCluster.ofSuite).makeDatabase()
            return TestDatabase(
                connect: { Self.connect(url, lockPatience: $0) },
                makeRecords: { PostgresBlobRecordStore(PostgresSession(url)) },
                makeSync: { PostgresSyncStore(PostgresSession(url)) },
                makeSnapshots: {
                    var limits = PostgresSession.Limits()
                    limits.lock = 0.5
                    return PostgresSnapshotStore(PostgresSession(url, limits: limits))
                },
                delete: { track, now in
                    let moment = "to_timestamp(\(Double(now.microseconds) / 1_000_000))"
                    _ = try TemporaryCluster.sql(
                        """
                        UPDATE tracks SET deleted_at = \(moment), updated_at = \(moment)
                        WHERE id = '\(track)'
                        """, at: url)
                })
        }
    }

    private static func connect(_ url: String, lockPatience: Double) -> Stores {
        var limits = PostgresSession.Limits()
        limits.lock = lockPatience
        let session = PostgresSession(url, limits: limits)
        return Stores(
            devices: PostgresDeviceStore(session), uploads: PostgresUploadStore(session),
            tracks: PostgresTrackStore(session), catalog: PostgresCatalogStore(session),
            edits: PostgresTrackEditStore(session), state: PostgresLibraryStateStore(session))
    }
}
