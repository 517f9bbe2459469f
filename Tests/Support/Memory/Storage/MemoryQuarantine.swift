import Synchronization
import VelodyDomain

/// Refused files in memory.
struct MemoryQuarantine: QuarantineStore {
    let storage: MemoryStorage

    func list() throws(StorageError) -> [UploadID] {
        try storage.faults.check("quarantine.list()")
        return storage.contents.withLock { Array($0.quarantine.keys) }
    }

    func find(_ id: UploadID) throws(StorageError) -> QuarantinedFile? {
        try storage.faults.check()
        return storage.contents.withLock { contents in
            contents.quarantine[id].map { kept in
                QuarantinedFile(
                    id: id, size: contents.files[kept.file].map { Int64($0.bytes.count) },
                    since: kept.since, reason: kept.reason)
            }
        }
    }

    func putBack(_ id: UploadID) throws(StorageError) {
        try storage.faults.check()
        try storage.contents.withLock { contents throws(StorageError) in
            guard let kept = contents.quarantine[id] else {
                throw StorageError(.missing, "there is no such file")
            }
            guard contents.parts[id, default: kept.file] == kept.file else {
                throw StorageError(.unexpected, "the upload has another part")
            }
            contents.parts[id] = kept.file
        }
    }

    func remove(_ id: UploadID) throws(StorageError) {
        try storage.faults.check("quarantine.remove(_:)")
        storage.contents.withLock { _ = $0.quarantine.removeValue(forKey: id) }
    }
}
