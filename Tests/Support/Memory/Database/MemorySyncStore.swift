import VelodyDomain

/// A library in memory, for devices that copy it.
struct MemorySyncStore: SyncStore {
    let database: MemoryDatabase

    func snapshot(
        after: TrackID?, limit: Int, to sink: inout some TrackSink
    ) throws(StoreError) -> SnapshotPage {
        let all = try database.transact { records throws(StoreError) in
            records.tracks.values.filter { $0.deletedAt == nil }
        }
        let rest = all.sorted { $0.id.description < $1.id.description }.drop { track in
            after.map { track.id.description <= $0.description } ?? false
        }
        var last: TrackID?
        var told = 0
        for track in rest.prefix(limit) {
            last = track.id
            told += 1
            if !track.tell(to: &sink) { break }
        }
        return SnapshotPage(last: last, hasMore: told < rest.count)
    }

    func changes(
        after: Int64, limit: Int, to sink: inout some ChangeSink
    ) throws(StoreError) -> ChangesPage {
        let records = try database.transact { records throws(StoreError) in records }
        var last = after
        var met: Set<TrackID> = []
        for event in records.events.filter({ $0.id > after }).prefix(limit) {
            last = event.id
            sink.event(event)
            guard met.insert(event.entity).inserted, let track = records.tracks[event.entity]
            else { continue }
            if !Self.tell(track, to: &sink) { break }
        }
        return ChangesPage(
            last: last, hasMore: last > after && last < records.lastEventID,
            state: LibraryState(epoch: database.epoch, lastEventID: records.lastEventID))
    }

    func remember(
        _ lastEventID: Int64, fullSyncAt: Timestamp?, of device: DeviceID
    ) throws(StoreError) {
        try database.transact { records throws(StoreError) in
            for known in records.devices.indices where records.devices[known].device.id == device {
                records.devices[known].device.lastEventID = lastEventID
            }
        }
    }

    /// Tells a track or its tombstone, and whether the sink wants more.
    private static func tell(_ track: Track, to sink: inout some ChangeSink) -> Bool {
        guard let deletedAt = track.deletedAt else { return track.tell(to: &sink.tracks) }
        sink.tombstone(
            Tombstone(
                entityType: .track, id: track.id, version: track.version, deletedAt: deletedAt))
        return true
    }
}
