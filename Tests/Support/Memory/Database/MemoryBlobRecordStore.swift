import VelodyDomain

/// What should be in the storage, by records in memory.
struct MemoryBlobRecordStore: BlobRecordStore {
    let database: MemoryDatabase

    func count() throws(StoreError) -> Int {
        try database.transact { records throws(StoreError) in Self.known(records).count }
    }

    func records(in bucket: UInt8) throws(StoreError) -> [BlobRecord] {
        try database.transact { records throws(StoreError) in
            Self.known(records).filter { $0.content.hash.bytes[0] == bucket }
                .sorted { $0.content.hash.hex < $1.content.hash.hex }
        }
    }

    func record(of content: ContentHash) throws(StoreError) -> BlobRecord? {
        try database.transact { records throws(StoreError) in
            Self.known(records).first { $0.content.hash == content }
        }
    }

    func heard(among audio: [ContentHash]) throws(StoreError) -> Set<ContentHash> {
        try database.transact { records throws(StoreError) in
            let uploads = Set(records.uploads.values.compactMap(\.content))
            return Set(audio.filter { records.assets[$0] != nil || uploads.contains($0) })
        }
    }

    func markDamaged(
        _ content: ContentHash, as damage: Damage, now: Timestamp
    ) throws(StoreError) {
        try database.transact { records throws(StoreError) in records.damaged[content] = damage }
    }

    func clearDamage(of content: ContentHash) throws(StoreError) {
        try database.transact { records throws(StoreError) in records.damaged[content] = nil }
    }

    func collectable(_ limits: CollectionLimits) throws(StoreError) -> [Collectable] {
        try database.transact { records throws(StoreError) in
            Self.known(records).compactMap { known in
                Self.reason(known.content.hash, limits, records).map {
                    Collectable(content: known.content, reason: $0)
                }
            }.sorted { $0.content.hash.hex < $1.content.hash.hex }
        }
    }

    func collect(
        _ content: ContentHash, within limits: CollectionLimits, now: Timestamp
    ) throws(StoreError) -> Bool {
        try database.transact { records throws(StoreError) in
            guard !records.collected.contains(content),
                let reason = Self.reason(content, limits, records)
            else { return false }
            records.damaged[content] = nil
            if reason == .unusedPicture {
                records.artwork[content] = nil
            } else {
                records.collected.insert(content)
            }
            return true
        }
    }

    private static func known(_ records: MemoryRecords) -> [BlobRecord] {
        let audio = records.assets.values.map(\.asset.content).filter {
            !records.collected.contains($0.hash)
        }
        return (audio + records.artwork.values.map(\.content)).map {
            BlobRecord(content: $0, damage: records.damaged[$0.hash])
        }
    }

    private static func reason(
        _ content: ContentHash, _ limits: CollectionLimits, _ records: MemoryRecords
    ) -> Collectable.Reason? {
        if let holding = records.assets[content] {
            let deleted = records.tracks[holding.track]?.deletedAt
            if let deleted, deleted < limits.deletedBefore { return .deletedTrack }
            let superseded = records.superseded[content]
            return (superseded.map { $0 < limits.supersededBefore } ?? false) ? .superseded : nil
        }
        guard let artwork = records.artwork[content], artwork.createdAt < limits.supersededBefore,
            !records.tracks.values.contains(where: { $0.artwork?.content.hash == content })
        else { return nil }
        return .unusedPicture
    }
}
