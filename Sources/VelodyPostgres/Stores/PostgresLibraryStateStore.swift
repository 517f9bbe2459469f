package import VelodyDomain

/// The library's state in PostgreSQL.
package struct PostgresLibraryStateStore: LibraryStateStore {
    private let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    package func state() throws(StoreError) -> LibraryState {
        let state = try session.first("SELECT epoch, last_event_id FROM library_state") {
            row throws(PostgresError) in
            LibraryState(epoch: try row.uuid(), lastEventID: Int64(try row.integer()))
        }
        guard let state else { throw StoreError(.unexpected, "library_state has no row") }
        return state
    }

    package func schemaVersion() throws(StoreError) -> Int {
        try session.first("SELECT coalesce(max(version), 0) FROM schema_migrations") {
            row throws(PostgresError) in try row.integer()
        } ?? 0
    }

    package func damagedBlobs() throws(StoreError) -> Int {
        try session.first("SELECT count(*) FROM damaged_blobs") {
            row throws(PostgresError) in try row.integer()
        } ?? 0
    }

    package func expectation() throws(StoreError) -> StorageExpectation {
        // Hashes have no order of their own: the first ones are as good as drawn.
        let rows = try session.query(
            """
            SELECT s.storage_id, EXISTS (SELECT FROM tracks), e.hash, e.mime_type, e.size_bytes
            FROM library_state s LEFT JOIN (
              SELECT a.hash, a.mime_type, a.size_bytes FROM audio_assets a
              WHERE a.collected_at IS NULL
                AND NOT EXISTS (SELECT FROM damaged_blobs d WHERE d.hash = a.hash)
              ORDER BY a.hash LIMIT \(StorageExpectation.sample)
            ) e ON true ORDER BY e.hash
            """
        ) { row throws(PostgresError) in
            let storage: StorageID? = try row.optionalID()
            return (storage: storage, hasTracks: try row.flag(), song: try Self.song(&row))
        }
        guard let first = rows.first else {
            throw StoreError(.unexpected, "library_state has no row")
        }
        return StorageExpectation(
            storage: first.storage, hasTracks: first.hasTracks, songs: rows.compactMap(\.song))
    }

    private static func song(_ row: inout Row) throws(PostgresError) -> StoredContent? {
        guard let hash = try row.optionalHash() else { return nil }
        return StoredContent(
            hash: hash, type: try row.choice(MediaType.self), size: Int64(try row.integer()))
    }

    package func storage() throws(StoreError) -> StorageID? {
        try session.first("SELECT storage_id FROM library_state") {
            row throws(PostgresError) in try row.optionalID()
        } ?? nil
    }

    package func take(_ storage: StorageID) throws(StoreError) -> StorageID {
        try session.run(
            "UPDATE library_state SET storage_id = \(storage) WHERE storage_id IS NULL")
        guard let taken = try self.storage() else {
            throw StoreError(.unexpected, "library_state has no row")
        }
        return taken
    }

    package func adopt(_ storage: StorageID) throws(StoreError) {
        try session.run("UPDATE library_state SET storage_id = \(storage)")
    }

    package func size(grownAfter day: Timestamp) throws(StoreError) -> LibrarySize {
        let sums = try session.query(
            """
            SELECT what, sum(count)::bigint, sum(bytes)::bigint,
                   coalesce(sum(bytes) FILTER (
                     WHERE day > (\(day)::timestamptz AT TIME ZONE 'UTC')::date), 0)::bigint
            FROM library_growth GROUP BY what
            """
        ) { row throws(PostgresError) in
            (try row.text(), try row.integer(), try row.integer(), try row.integer())
        }
        var size = LibrarySize()
        for (what, count, bytes, grown) in sums {
            let files = LibrarySize.Files(count: Int64(count), bytes: Int64(bytes))
            size.grownBytes += Int64(grown)
            switch what {
            case "track": size.tracks = files.count
            case "deleted-track": size.deletedTracks = files.count
            case "audio": size.audio = files
            case "artwork": size.artwork = files
            default: throw StoreError(.unexpected, "library_growth holds another kind")
            }
        }
        return size
    }

    package func openUploads(now: Timestamp) throws(StoreError) -> Int {
        // Of direct uploads none outlives its request. The condition is that of an index.
        try session.first(
            """
            SELECT count(*) FROM upload_sessions
            WHERE status IN ('receiving', 'complete') AND NOT is_direct AND expires_at > \(now)
            """
        ) { row throws(PostgresError) in try row.integer() } ?? 0
    }
}
