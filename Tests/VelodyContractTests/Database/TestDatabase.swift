import VelodyDomain
import VelodyServices

/// One test's database, whichever adapter it is of.
struct TestDatabase: Sendable {
    /// Makes the store of what should be in the storage, over the same records.
    let makeRecords: @Sendable () -> any BlobRecordStore
    /// Makes the store that devices copy the library from.
    let makeSync: @Sendable () -> any SyncStore
    /// Makes what keeps backups and collecting apart, for one more thread.
    let makeSnapshots: @Sendable () -> any SnapshotStore
    /// Makes the stores of one more thread, which wait for a lock at most so many seconds.
    private let connect: @Sendable (Double) -> Stores
    /// Deletes a track as its owner would.
    let delete: @Sendable (TrackID, Timestamp) throws -> Void

    init(
        connect: @escaping @Sendable (Double) -> Stores,
        makeRecords: @escaping @Sendable () -> any BlobRecordStore,
        makeSync: @escaping @Sendable () -> any SyncStore,
        makeSnapshots: @escaping @Sendable () -> any SnapshotStore,
        delete: @escaping @Sendable (TrackID, Timestamp) throws -> Void
    ) {
        self.makeRecords = makeRecords
        self.makeSync = makeSync
        self.makeSnapshots = makeSnapshots
        self.connect = connect
        self.delete = delete
    }

    /// The stores of one more thread.
    func makeStores(lockPatience: Double = 30) -> Stores { connect(lockPatience) }
}
