package import VelodyDomain

/// The library and its change log in PostgreSQL, in pages.
package struct PostgresSyncStore: SyncStore {
    private let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    package func snapshot(
        after: TrackID?, limit: Int, to sink: inout some TrackSink
    ) throws(StoreError) -> SnapshotPage {
        var last: TrackID?
        var told = 0
        var isWanted = true
        var hasMore = false
        try session.stream(
            """
            SELECT t.id, \(TrackRecord.columns) FROM \(TrackRow.tables)
            WHERE t.deleted_at IS NULL AND t.id > coalesce(\(after), \(Self.beforeAll))
            ORDER BY t.id LIMIT \(limit + 1)
            """
        ) { row throws(PostgresError) in
            guard isWanted, told < limit else {
                hasMore = true
                return false
            }
            last = TrackID(try row.uuid())
            isWanted = try row.track(to: &sink)
            told += 1
            return true
        }
        return SnapshotPage(last: last, hasMore: hasMore)
    }

    package func changes(
        after: Int64, limit: Int, to sink: inout some ChangeSink
    ) throws(StoreError) -> ChangesPage {
        var last = after
        var state: LibraryState?
        // The state comes with each row, and without any event too.
        try session.stream(
            """
            SELECT s.epoch, s.last_event_id, \(EventRow.columns), t.version, t.deleted_at,
                   \(TrackRecord.columns)
            FROM library_state s
            LEFT JOIN LATERAL (
              SELECT \(EventRow.columns) FROM library_events e WHERE e.id > \(after)
              ORDER BY e.id LIMIT \(limit)
            ) e ON true
            LEFT JOIN tracks t ON t.id = e.entity_id AND NOT EXISTS (
              SELECT FROM library_events f WHERE f.entity_type = e.entity_type
                AND f.entity_id = e.entity_id AND f.id > \(after) AND f.id < e.id)
            LEFT JOIN audio_assets a ON a.id = t.primary_asset_id
            LEFT JOIN artwork_assets p ON p.id = t.artwork_id
            ORDER BY e.id
            """
        ) { row throws(PostgresError) in
            state = LibraryState(epoch: try row.uuid(), lastEventID: try row.integer())
            guard let event = try EventRow.read(&row) else { return false }
            last = event.id
            sink.event(event)
            return try EventRow.tellEntity(of: event, &row, to: &sink)
        }
        guard let state else { throw StoreError(.unexpected, "library_state has no row") }
        // The newest event is always there; were it not, an empty page must not promise more.
        return ChangesPage(
            last: last, hasMore: last > after && last < state.lastEventID, state: state)
    }

    package func remember(
        _ lastEventID: Int64, fullSyncAt: Timestamp?, of device: DeviceID
    ) throws(StoreError) {
        try session.run(
            """
            INSERT INTO device_sync_cursors AS c (device_id, last_event_id, last_full_sync_at)
            VALUES (\(device), \(lastEventID), \(fullSyncAt))
            ON CONFLICT (device_id) DO UPDATE SET
              last_event_id = EXCLUDED.last_event_id, updated_at = now(),
              last_full_sync_at = coalesce(EXCLUDED.last_full_sync_at, c.last_full_sync_at)
            WHERE c.last_event_id <> EXCLUDED.last_event_id
               OR EXCLUDED.last_full_sync_at IS NOT NULL
            """)
    }

    /// Sorts before every identifier that is made.
    private static let beforeAll: Statement = "'00000000-0000-0000-0000-000000000000'::uuid"
}
