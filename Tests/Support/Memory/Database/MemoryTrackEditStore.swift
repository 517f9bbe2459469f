import VelodyDomain

/// Changes of tracks that lie in memory.
struct MemoryTrackEditStore: TrackEditStore {
    let database: MemoryDatabase

    func edit(
        _ id: TrackID, _ edits: TrackEdits, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange {
        try database.transact { records throws(StoreError) in
            guard let track = records.tracks[id] else { return .unknown }
            if track.deletedAt != nil { return .deleted }
            guard isExpected(track.version) else { return .stale }
            records.edits[id, default: TrackEdits()].texts.merge(edits.texts) { $1 }
            records.edits[id, default: TrackEdits()].numbers.merge(edits.numbers) { $1 }
            records.change(id, now: now) { $0.metadata = edits.applied(to: $0.metadata) }
            return .done
        }
    }

    func delete(
        _ id: TrackID, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange {
        try database.transact { records throws(StoreError) in
            guard let track = records.tracks[id] else { return .unknown }
            if track.deletedAt != nil { return .done }
            guard isExpected(track.version) else { return .stale }
            records.change(id, now: now) { $0.deletedAt = now }
            return .done
        }
    }

    func restore(
        _ id: TrackID, isExpected: (Int64) -> Bool, now: Timestamp
    ) throws(StoreError) -> TrackChange {
        try database.transact { records throws(StoreError) in
            guard let track = records.tracks[id] else { return .unknown }
            guard !records.collected.contains(track.audio.content.hash) else { return .collected }
            guard isExpected(track.version) else { return .stale }
            records.change(id, now: now) { $0.deletedAt = nil }
            return .done
        }
    }

    func reread(
        _ id: TrackID, _ reading: Rereading, isExpected: (Int64) -> Bool
    ) throws(StoreError) -> TrackChange {
        try database.transact { records throws(StoreError) in
            guard let track = records.tracks[id] else { return .unknown }
            if track.deletedAt != nil { return .deleted }
            guard isExpected(track.version) else { return .stale }
            guard track.audio.id == reading.asset else { return .replaced }
            let hash = track.audio.content.hash
            let said = reading.metadata.filled(from: records.said[hash] ?? TrackMetadata())
            records.said[hash] = said
            if reading.dropsEdits { records.edits[id] = nil }
            let artwork = reading.artwork.map { MemoryTrackStore.insert($0, in: &records) }
            if let artwork { records.noteWhole(artwork.content.hash) }
            let edits = records.edits[id] ?? TrackEdits()
            records.change(id, now: reading.now) { track in
                track.metadata = edits.applied(to: said)
                track.audio.properties = reading.properties
                track.audio.warnings = reading.warnings
                track.artwork = artwork ?? track.artwork
            }
            if let audio = records.tracks[id]?.audio {
                records.assets[hash] = Holding(track: id, asset: audio)
            }
            return .done
        }
    }
}
