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
}
