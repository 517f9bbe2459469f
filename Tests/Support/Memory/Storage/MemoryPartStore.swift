import Glibc
import Synchronization
import VelodyDomain

/// Part files in memory.
struct MemoryPartStore: PartStore {
    private static let pollInterval: UInt32 = 1_000

    let storage: MemoryStorage

    func create(_ id: UploadID) throws(StorageError) {
        try storage.faults.check()
        try storage.contents.withLock { contents throws(StorageError) in
            guard contents.parts[id] == nil else {
                throw StorageError(.unexpected, "the part exists")
            }
            contents.parts[id] = contents.add(.init())
            contents.partChanged[id] = storage.clock.now()
        }
    }

    func lock(_ id: UploadID, patience: Double) throws(StorageError) -> any LockedPart {
        try storage.faults.check()
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            if let number = try tryLock(id) {
                return MemoryPart(storage: storage, id: id, number: number)
            }
            guard ContinuousClock.now < end else {
                throw StorageError(.locked, "the part is locked")
            }
            usleep(Self.pollInterval)
        }
    }

    func remove(_ id: UploadID) throws(StorageError) {
        try storage.faults.check()
        storage.contents.withLock { $0.parts[id] = nil }
    }

    func list() throws(StorageError) -> [UploadID] {
        try storage.faults.check()
        return storage.contents.withLock { Array($0.parts.keys) }
    }

    func changedAt(_ id: UploadID) throws(StorageError) -> Timestamp? {
        try storage.faults.check()
        return storage.contents.withLock { $0.parts[id] == nil ? nil : $0.partChanged[id] }
    }

    func requireSpace(for bytes: Int64) throws(StorageError) {
        try storage.faults.check()
        guard storage.contents.withLock({ bytes <= $0.room }) else {
            throw StorageError(.insufficientSpace, "the reserve would be touched")
        }
    }

    private func tryLock(_ id: UploadID) throws(StorageError) -> Int? {
        try storage.contents.withLock { contents throws(StorageError) in
            guard let number = contents.parts[id] else {
                throw StorageError(.missing, "there is no part")
            }
            return contents.locked.insert(number).inserted ? number : nil
        }
    }
}
