import VelodyDomain

extension MemoryTrackStore {
    /// Does what was decided; `publication` is nil where nothing new is to be inserted.
    static func carryOut(
        _ plan: PublicationPlan, _ publication: Publication?, now: Timestamp,
        in records: inout MemoryRecords
    ) -> UploadResult {
        let artwork = publication?.artwork.map { insert($0, in: &records) }
        switch plan {
        case .create:
            guard let publication else { preconditionFailure("nothing to create") }
            insert(publication, artwork: artwork, in: &records)
            return UploadResult(
                track: publication.newTrack, asset: publication.asset.id, created: true)
        case .replaceAudio(let track):
            guard let publication else { preconditionFailure("nothing to insert") }
            let asset = publication.asset
            records.said[asset.content.hash] = publication.metadata
            records.assets[asset.content.hash] = Holding(track: track, asset: asset)
            promote(asset, of: track, artwork: artwork, now: now, in: &records)
            return UploadResult(track: track, asset: asset.id, created: false)
        case .promote(let id, let track):
            if let known = records.assets.values.first(where: { $0.asset.id == id }) {
                promote(known.asset, of: track, artwork: artwork, now: now, in: &records)
            }
            return UploadResult(track: track, asset: id, created: false)
        case .revive(let track, let asset):
            records.change(track, now: now) { $0.deletedAt = nil }
            return UploadResult(track: track, asset: asset, created: false)
        case .keep(let track, let asset):
            return UploadResult(track: track, asset: asset, created: false)
        }
    }

    /// The picture as the library has it: one of the same content that was there before, or this.
    static func insert(
        _ artwork: Artwork, in records: inout MemoryRecords
    ) -> Artwork {
        if let known = records.artwork[artwork.content.hash] { return known }
        records.artwork[artwork.content.hash] = artwork
        return artwork
    }

    private static func insert(
        _ publication: Publication, artwork: Artwork?, in records: inout MemoryRecords
    ) {
        let asset = publication.asset
        records.assets[asset.content.hash] = Holding(track: publication.newTrack, asset: asset)
        records.said[asset.content.hash] = publication.metadata
        records.add(
            Track(
                id: publication.newTrack, version: 1, metadata: publication.metadata,
                status: .active, createdAt: publication.now, updatedAt: publication.now,
                deletedAt: nil, audio: asset, artwork: artwork))
    }

    private static func promote(
        _ asset: AudioAsset, of track: TrackID, artwork: Artwork?, now: Timestamp,
        in records: inout MemoryRecords
    ) {
        let said = records.said[asset.content.hash]
        let edits = records.edits[track] ?? TrackEdits()
        for other in records.assets.values where other.track == track {
            let hash = other.asset.content.hash
            records.superseded[hash] =
                hash == asset.content.hash ? nil : records.superseded[hash] ?? now
        }
        records.change(track, now: now) { track in
            track.metadata = said.map(edits.applied) ?? track.metadata
            track.audio = asset
            track.artwork = artwork ?? track.artwork
            track.deletedAt = nil
        }
    }
}
