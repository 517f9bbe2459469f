import VelodyDomain

/// The exclusive half of the lock that keeps backups and collecting apart.
final class PostgresCollectingLock: ContentLock {
    private let session: PostgresSession

    /// Nil where a backup holds the other half.
    init?(_ session: PostgresSession) throws(StoreError) {
        self.session = session
        let isOurs = try session.tryHold(
            by: "SELECT pg_try_advisory_lock(\(PostgresBackupHold.key))")
        guard isOurs else { return nil }
    }

    func release() {
        session.release(by: "SELECT pg_advisory_unlock(\(PostgresBackupHold.key))")
    }
}
