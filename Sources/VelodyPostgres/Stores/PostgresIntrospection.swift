package import VelodyDomain

/// Asks PostgreSQL about itself.
package struct PostgresIntrospection: DatabaseIntrospection {
    private let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    package func facts() throws(StoreError) -> DatabaseFacts {
        // What a new connection of this role begins with: this one has changed some.
        let settings = try session.query(
            """
            SELECT name, reset_val FROM pg_settings
            WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections',
                           'superuser_reserved_connections')
            """
        ) { row throws(PostgresError) in (try row.text(), try row.text()) }
        let facts = try session.first(
            """
            SELECT current_setting('server_version_num')::int, clock_timestamp(),
                   (SELECT coalesce(max(version), 0) FROM schema_migrations),
                   pg_database_size(current_database()),
                   pg_size_bytes(current_setting('shared_buffers'))
            """
        ) { row throws(PostgresError) in
            let version = try row.integer()
            let now = try row.timestamp()
            var facts = DatabaseFacts(
                version: version, schemaVersion: try row.integer(), now: now,
                settings: Dictionary(settings, uniquingKeysWith: { _, last in last }))
            facts.size = Int64(try row.integer())
            facts.cache = Int64(try row.integer())
            return facts
        }
        guard let facts else { throw StoreError(.unexpected, "no row about the server") }
        return facts
    }
}
