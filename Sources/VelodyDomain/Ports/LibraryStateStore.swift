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

    /// What the library expects of its storage, all of one moment.
    func expectation() throws(StoreError) -> StorageExpectation

    /// The storage that belongs to this library; nil while it has taken none.
    func storage() throws(StoreError) -> StorageID?

    /// Remembers the storage unless there is one already, once and for all; tells which one it is now.
    func take(_ storage: StorageID) throws(StoreError) -> StorageID

    /// Remembers the storage in place of any other.
    func adopt(_ storage: StorageID) throws(StoreError)

    /// How large the library is, without counting it; `grownBytes` are those of the days after
    /// `day`'s, in UTC.
    func size(grownAfter day: Timestamp) throws(StoreError) -> LibrarySize

    /// How many announced uploads are neither finished nor expired at `now`.
    func openUploads(now: Timestamp) throws(StoreError) -> Int
}
