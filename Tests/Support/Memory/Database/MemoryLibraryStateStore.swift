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

    func hasTracks() throws(StoreError) -> Bool {
        try database.transact { records throws(StoreError) in !records.tracks.isEmpty }
    }

    func expectsFiles() throws(StoreError) -> Bool {
        try database.transact { records throws(StoreError) in
            records.assets.keys.contains {
                !records.collected.contains($0) && records.damaged[$0] == nil
            }
        }
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
