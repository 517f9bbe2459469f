package import FoundationEssentials
import Synchronization
package import VelodyDomain
package import VelodyServices

/// A library's records in memory: what the database's ports promise, without a database.
///
/// Thread safe; the stores made from it are confined like any others and share its records.
package final class MemoryDatabase: Sendable {
    /// Calls of all stores; ``answerOfPublish`` loses an answer after its transaction.
    package let faults = Faults<StoreError>()
    package let epoch = UUID()
    let schemaVersion: Int
    let locks = Mutex<Set<ContentHash>>([])
    let holds = Mutex(MemoryHolds())
    private let records = Mutex(MemoryRecords())

    /// The moment after a publication's commit, as ``Faults`` names calls.
    package static let answerOfPublish = "answer of publish"

    /// An empty library that says it is migrated to `schemaVersion`.
    package init(schemaVersion: Int = 1) { self.schemaVersion = schemaVersion }

    /// The stores of one more thread; they wait for a content's lock at most `lockPatience` seconds.
    package func makeStores(lockPatience: Double = 30) -> Stores {
        Stores(
            devices: MemoryDeviceStore(database: self), uploads: MemoryUploadStore(database: self),
            tracks: MemoryTrackStore(database: self, lockPatience: lockPatience),
            catalog: MemoryCatalogStore(database: self),
            edits: MemoryTrackEditStore(database: self),
            state: MemoryLibraryStateStore(database: self))
    }

    /// The library as devices copy it.
    package func makeSync() -> any SyncStore { MemorySyncStore(database: self) }

    /// What should be in the storage.
    package func makeRecords() -> any BlobRecordStore { MemoryBlobRecordStore(database: self) }

    /// What keeps backups and collecting apart.
    package func makeSnapshots() -> any SnapshotStore { MemorySnapshotStore(database: self) }

    /// Deletes a track as its owner would, with an event.
    package func delete(_ id: TrackID, now: Timestamp) {
        records.withLock { $0.change(id, now: now) { $0.deletedAt = now } }
    }

    /// Takes away which storage it has taken, as it was with libraries of old.
    package func forgetStorage() { records.withLock { $0.storage = nil } }

    /// All sessions there are.
    package var uploads: [UploadSession] { records.withLock { Array($0.uploads.values) } }

    /// Whether there is neither device, nor track, nor upload.
    var isEmpty: Bool {
        records.withLock { $0.devices.isEmpty && $0.tracks.isEmpty && $0.uploads.isEmpty }
    }

    func copy() -> MemoryRecords { records.withLock { $0 } }

    func fill(_ other: MemoryRecords) { records.withLock { $0 = other } }

    /// Runs one transaction: what `body` changed counts only if it returns.
    func transact<R: Sendable>(
        _ call: String = #function, _ body: (inout MemoryRecords) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try faults.check(call)
        return try records.withLock { records throws(StoreError) in
            var changed = records
            let result = try body(&changed)
            records = changed
            return result
        }
    }
}
