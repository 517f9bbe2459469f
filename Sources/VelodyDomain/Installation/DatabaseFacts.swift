/// What a database says of itself.
package struct DatabaseFacts: Equatable, Sendable {
    /// As PostgreSQL counts: 150013 is 15.13.
    package var version: Int
    /// The newest migration that was applied.
    package var schemaVersion: Int
    /// The time by its clock.
    package var now: Timestamp
    /// Settings by name, such as `fsync`, as PostgreSQL writes them.
    package var settings: [String: String]
    /// How large the database is on disk, and what PostgreSQL keeps of it in memory at most, in bytes.
    package var size: Int64 = 0
    package var cache: Int64 = 0
    /// The storage that the library has taken; nil for none.
    package var storageID: StorageID?

    package init(version: Int, schemaVersion: Int, now: Timestamp, settings: [String: String]) {
        self.version = version
        self.schemaVersion = schemaVersion
        self.now = now
        self.settings = settings
    }
}
