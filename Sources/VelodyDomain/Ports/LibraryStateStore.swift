/// Reads where the library stands.
///
/// Confined to the thread that made it.
package protocol LibraryStateStore {
    /// Epoch and newest event.
    func state() throws(StoreError) -> LibraryState

    /// The newest migration that was applied: `1` after `0001_….sql`.
    func schemaVersion() throws(StoreError) -> Int

    /// How many contents have a file that was found missing or damaged.
    func damagedBlobs() throws(StoreError) -> Int

    /// Whether any track exists; an empty storage root is then a failure.
    func hasTracks() throws(StoreError) -> Bool

    /// Whether any audio should be in the storage: of a record that was not collected, and is not noted
    /// as damaged.
    func expectsFiles() throws(StoreError) -> Bool

    /// How large the library is, without counting it; `grownBytes` are those of the days after
    /// `day`'s, in UTC.
    func size(grownAfter day: Timestamp) throws(StoreError) -> LibrarySize

    /// How many announced uploads are neither finished nor expired at `now`.
    func openUploads(now: Timestamp) throws(StoreError) -> Int
}
