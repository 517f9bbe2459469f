/// Why the database did not do what was asked.
package struct StoreError: Error, Sendable {
    /// The kinds of failure a caller can act on.
    package enum Code: Sendable {
        /// The database is away, restarting, overloaded or too slow; trying again may help.
        case unavailable
        /// The named track does not exist.
        case noSuchTrack
        /// The session's fencing number is no longer ours: another request took it over.
        case superseded
        /// The device that the session belongs to was revoked.
        case revoked
        /// Anything else: a defect, or a database that is not as migrated.
        case unexpected
    }

    package let code: Code
    /// For the log: SQLSTATE, constraint, routine.
    ///
    /// Never values, never PostgreSQL's DETAIL.
    package let diagnostic: String

    package init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}
