import VelodyDomain

/// Tracks, assets and pictures in memory.
struct MemoryTrackStore: TrackStore {
    let database: MemoryDatabase
    /// In seconds.
    let lockPatience: Double

    func find(_ id: TrackID) throws(StoreError) -> Track? {
        try database.transact { records throws(StoreError) in records.tracks[id] }
    }

    func holding(_ content: ContentHash) throws(StoreError) -> Holding? {
        try database.transact { records throws(StoreError) in
            records.assets[content].map { held in
                Holding(
                    track: held.track, asset: held.asset, isSound: records.isSound(content))
            }
        }
    }

    func artwork(_ id: ArtworkID) throws(StoreError) -> Artwork? {
        try database.transact { records throws(StoreError) in
            records.artwork.values.first { $0.id == id }
        }
    }

    func lock(_ content: ContentHash) throws(StoreError) -> any ContentLock {
        try database.faults.check()
        return try MemoryContentLock(database, content: content, patience: lockPatience)
    }

    func publish(_ publication: Publication) throws(StoreError) -> UploadResult {
        let result = try database.transact { records throws(StoreError) in
            guard let session = records.uploads[publication.upload], session.status == .complete,
                session.generation == publication.generation
            else { throw StoreError(.superseded, "the session's generation has moved on") }
            guard records.isTrusted(session.device) else {
                throw StoreError(.revoked, "the session's device was revoked")
            }
            let plan = try Self.plan(
                publication.asset.content.hash, for: publication.existingTrack, in: records)
            records.noteWhole(publication.asset.content.hash)
            if let artwork = publication.artwork { records.noteWhole(artwork.content.hash) }
            let result = Self.carryOut(plan, publication, now: publication.now, in: &records)
            records.uploads[publication.upload]?.status = .finalized
            records.uploads[publication.upload]?.result = result
            return result
        }
        try database.faults.check(MemoryDatabase.answerOfPublish)
        return result
    }

    func reuse(
        _ content: ContentHash, for existingTrack: TrackID?, now: Timestamp
    ) throws(StoreError) -> UploadResult? {
        try database.transact { records throws(StoreError) in
            guard records.assets[content] != nil else { return nil }
            let plan = try Self.plan(content, for: existingTrack, in: records)
            guard records.isSound(content) else { return nil }
            return Self.carryOut(plan, nil, now: now, in: &records)
        }
    }

    private static func plan(
        _ content: ContentHash, for target: TrackID?, in records: MemoryRecords
    ) throws(StoreError) -> PublicationPlan {
        if let target, records.tracks[target] == nil {
            throw StoreError(.noSuchTrack, "named track does not exist")
        }
        return .decide(target: target, owner: records.owner(of: content))
    }
}
