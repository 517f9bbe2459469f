package import VelodyDomain

/// Keeps backups and collecting apart by one advisory lock, which backups share.
package struct PostgresSnapshotStore: SnapshotStore {
    private let session: PostgresSession

    /// `session` is this store's alone; its role has to read every table.
    package init(_ session: PostgresSession) { self.session = session }

    package func hold() throws(StoreError) -> any BackupHold {
        try PostgresBackupHold(session)
    }

    package func reserveCollecting() throws(StoreError) -> (any ContentLock)? {
        try PostgresCollectingLock(session)
    }
}
