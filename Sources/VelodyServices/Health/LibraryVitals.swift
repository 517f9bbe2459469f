import Synchronization

/// What the database last said of itself, for whoever cannot ask it now.
///
/// Thread safe.
package final class LibraryVitals: Sendable {
    /// One reading.
    package struct Reading: Sendable {
        /// The newest migration that was applied.
        package let schemaVersion: Int
        package let hasTracks: Bool
        /// How many files were found missing or damaged; nil where the schema is too old to say.
        package let damagedBlobs: Int?
    }

    private let latest = Mutex<Reading?>(nil)

    package init() {}

    /// The last reading; nil before the database answered for the first time.
    package var reading: Reading? { latest.withLock { $0 } }

    func note(_ reading: Reading) { latest.withLock { $0 = reading } }
}
