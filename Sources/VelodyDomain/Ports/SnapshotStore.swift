/// Holds the library still while a backup is made.
///
/// Confined to the thread that made it.
package protocol SnapshotStore {
    /// Keeps collecting away until the hold is released; throws `unavailable` while one runs.
    func hold() throws(StoreError) -> any BackupHold

    /// Keeps backups away until the lock is released; nil while one is being made.
    func reserveCollecting() throws(StoreError) -> (any ContentLock)?
}

/// A library that nothing is collected from.
///
/// Confined to one thread.
package protocol BackupHold: AnyObject {
    /// Reads what the library is at this moment, which stays open until ``endReading()``.
    func beginReading() throws(StoreError) -> LibrarySnapshot

    /// Ends the moment.
    func endReading() throws(StoreError)

    /// Throws `unavailable` where the hold was lost meanwhile: then files may be gone.
    func confirm() throws(StoreError)

    /// Gives the hold back. Called once; a lost connection has already done it.
    func release()
}

/// The library at one moment.
package struct LibrarySnapshot: Equatable, Sendable {
    /// What a dump of the same moment is made by.
    package let name: String
    /// The newest migration that was applied.
    package let schemaVersion: Int
    /// The contents that records refer to, each once.
    package let contents: [StoredContent]
    /// Those of them that are noted as damaged.
    package let damaged: Set<ContentHash>

    package init(name: String, schemaVersion: Int, records: [BlobRecord]) {
        self.name = name
        self.schemaVersion = schemaVersion
        contents = records.map(\.content)
        damaged = Set(records.filter { $0.damage != nil }.map(\.content.hash))
    }
}
