/// A storage that is filled from a backup.
///
/// Confined to one thread.
package protocol RestoreTarget {
    /// Whether it holds anything but blobs at a location in `known`.
    ///
    /// Throws `unavailable` where there is no directory for it.
    func holdsMore(than known: Set<String>) throws(StorageError) -> Bool

    /// Makes an empty directory a storage root; tells which storage it is.
    func prepare() throws(StorageError) -> StorageID

    /// Brings a blob out of the pool into the library, verified and durably, as publishing does.
    ///
    /// One that is there and whole stays. `read` is told of each step, in bytes.
    /// - Returns: what is wrong with the pool's file, which is then left out; nil for nothing.
    func place(
        _ content: StoredContent, from archive: any BackupArchive, read: (Int) -> Void
    ) throws(StorageError) -> Damage?

    /// Names a file that does not exist, on the storage, for the time of a restore.
    func scratch() -> String
}
