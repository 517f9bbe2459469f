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

    package func hasTracks() throws(StoreError) -> Bool {
        try session.first("SELECT EXISTS (SELECT FROM tracks)") {
            row throws(PostgresError) in try row.flag()
        } ?? false
    }
}
