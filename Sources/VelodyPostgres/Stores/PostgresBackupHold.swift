import VelodyDomain

/// The shared half of the lock that keeps backups and collecting apart, and the moment read under it.
final class PostgresBackupHold: BackupHold {
    /// The locks of contents have keys of 64 bits; those of two halves are others.
    static let key: Statement = "1447382084, 1"

    private let session: PostgresSession

    init(_ session: PostgresSession) throws(StoreError) {
        self.session = session
        try session.hold(by: "SELECT pg_advisory_lock_shared(\(Self.key))")
    }

    func beginReading() throws(StoreError) -> LibrarySnapshot {
        try session.beginSnapshot()
        // Dumping a large library takes longer than anybody else may be idle.
        try session.run("SET LOCAL idle_in_transaction_session_timeout = 0")
        let name = try session.first("SELECT pg_export_snapshot()") {
            row throws(PostgresError) in try row.text()
        }
        let version = try session.first("SELECT max(version) FROM schema_migrations") {
            row throws(PostgresError) in try row.integer()
        }
        let store = PostgresBlobRecordStore(session)
        var records: [BlobRecord] = []
        for bucket in UInt8.min...UInt8.max { records += try store.records(in: bucket) }
        return LibrarySnapshot(name: name ?? "", schemaVersion: version ?? 0, records: records)
    }

    func endReading() throws(StoreError) { try session.endSnapshot() }

    func confirm() throws(StoreError) { try session.run("SELECT 1") }

    func release() {
        if session.isInTransaction { try? session.endSnapshot() }
        session.release(by: "SELECT pg_advisory_unlock_shared(\(Self.key))")
    }
}
