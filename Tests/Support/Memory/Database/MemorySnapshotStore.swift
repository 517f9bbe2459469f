import Synchronization
import VelodyDomain

/// Who holds a ``MemoryDatabase`` still, and who collects in it.
struct MemoryHolds: Sendable {
    var backups = 0
    var isCollecting = false
}

/// Keeps backups and collecting apart in memory.
struct MemorySnapshotStore: SnapshotStore {
    let database: MemoryDatabase

    func hold() throws(StoreError) -> any BackupHold {
        let isOurs = database.holds.withLock { holds in
            guard !holds.isCollecting else { return false }
            holds.backups += 1
            return true
        }
        guard isOurs else { throw StoreError(.unavailable, "collecting runs") }
        return MemoryBackupHold(database: database)
    }

    func reserveCollecting() throws(StoreError) -> (any ContentLock)? {
        let isOurs = database.holds.withLock { holds in
            guard holds.backups == 0, !holds.isCollecting else { return false }
            holds.isCollecting = true
            return true
        }
        return isOurs ? MemoryCollectingLock(database: database) : nil
    }
}

/// Holds a ``MemoryDatabase`` still.
private final class MemoryBackupHold: BackupHold {
    private let database: MemoryDatabase

    init(database: MemoryDatabase) { self.database = database }

    func beginReading() throws(StoreError) -> LibrarySnapshot {
        let store = MemoryBlobRecordStore(database: database)
        var records: [BlobRecord] = []
        for bucket in UInt8.min...UInt8.max { records += try store.records(in: bucket) }
        return LibrarySnapshot(
            name: "memory", schemaVersion: database.schemaVersion, records: records)
    }

    func endReading() throws(StoreError) {}

    func confirm() throws(StoreError) { try database.faults.check("confirm()") }

    func release() { database.holds.withLock { $0.backups -= 1 } }
}

private final class MemoryCollectingLock: ContentLock {
    private let database: MemoryDatabase

    init(database: MemoryDatabase) { self.database = database }

    func release() { database.holds.withLock { $0.isCollecting = false } }
}
