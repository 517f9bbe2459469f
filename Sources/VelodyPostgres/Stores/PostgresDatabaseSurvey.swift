package import VelodyDomain

/// Looks at a database that may not be migrated yet.
package struct PostgresDatabaseSurvey: DatabaseSurvey {
    private let session: PostgresSession

    /// `session` is of the role that is to fill it.
    package init(_ session: PostgresSession) { self.session = session }

    package func contents() throws(StoreError) -> DatabaseContents {
        guard try isOurs() else { return try hasTables() ? .foreign : .unprepared }
        guard try mayReplace() else { return .closed }
        return try isInUse() ? .library : .nothing
    }

    private func isOurs() throws(StoreError) -> Bool {
        try answer("SELECT to_regclass('public.upload_sessions') IS NOT NULL")
    }

    private func hasTables() throws(StoreError) -> Bool {
        try answer(
            """
            SELECT EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
                           AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS
                           (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'))
            """)
    }

    private func mayReplace() throws(StoreError) -> Bool {
        try answer(
            """
            SELECT coalesce(pg_has_role(to_regrole('velody_owner'), 'MEMBER'), false)
            """)
    }

    private func isInUse() throws(StoreError) -> Bool {
        try answer(
            """
            SELECT EXISTS (SELECT FROM tracks) OR EXISTS (SELECT FROM devices)
                OR EXISTS (SELECT FROM upload_sessions) OR EXISTS (SELECT FROM library_events)
            """)
    }

    private func answer(_ question: Statement) throws(StoreError) -> Bool {
        try session.first(question) { row throws(PostgresError) in try row.flag() } ?? false
    }
}
