import VelodyDomain

/// Where a library in memory stands.
struct MemoryLibraryStateStore: LibraryStateStore {
    let database: MemoryDatabase

    func state() throws(StoreError) -> LibraryState {
        try database.transact { records throws(StoreError) in
            LibraryState(epoch: database.epoch, lastEventID: records.lastEventID)
        }
    }

    func schemaVersion() throws(StoreError) -> Int {
        try database.transact { _ throws(StoreError) in database.schemaVersion }
    }

    func damagedBlobs() throws(StoreError) -> Int {
        try database.transact { records throws(StoreError) in records.damaged.count }
    }

    func expectation() throws(StoreError) -> StorageExpectation {
        try database.transact { records throws(StoreError) in
            let songs = records.assets.values.map(\.asset.content).filter {
                !records.collected.contains($0.hash) && records.damaged[$0.hash] == nil
            }.sorted { $0.hash.hex < $1.hash.hex }
            return StorageExpectation(
                storage: records.storage, hasTracks: !records.tracks.isEmpty,
                songs: Array(songs.prefix(StorageExpectation.sample)))
        }
    }

    func storage() throws(StoreError) -> StorageID? {
        try database.transact { records throws(StoreError) in records.storage }
    }

    func take(_ storage: StorageID) throws(StoreError) -> StorageID {
        try database.transact { records throws(StoreError) in
            let taken = records.storage ?? storage
            records.storage = taken
            return taken
        }
    }

    func adopt(_ storage: StorageID) throws(StoreError) {
        try database.transact { records throws(StoreError) in records.storage = storage }
    }

    func size(grownAfter day: Timestamp) throws(StoreError) -> LibrarySize {
        try database.transact { records throws(StoreError) in records.size(grownAfter: day) }
    }

    func openUploads(now: Timestamp) throws(StoreError) -> Int {
        try database.transact { records throws(StoreError) in
            records.uploads.values.count { upload in
                [.receiving, .complete].contains(upload.status) && upload.expiresAt > now
                    && !records.direct.contains(upload.id)
            }
        }
    }
}
