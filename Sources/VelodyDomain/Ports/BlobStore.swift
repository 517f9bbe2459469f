/// Published files, named by their content.
///
/// Thread safe.
///
/// A blob never changes. An adapter for another kind of storage must need no change elsewhere.
package protocol BlobStore: Sendable {
    /// Gives a verified part its content's name in the library, durably.
    ///
    /// The caller holds the part's lock and the content's ``ContentLock``, and has verified the
    /// hash. A blob that is already there and verifies (size and hash) stays; a missing or damaged
    /// one is replaced. The part keeps its own name too, so that publishing can be repeated after a
    /// crash: the caller removes it once the library's record is committed.
    func publish(_ part: any LockedPart, as content: StoredContent) throws(StorageError)

    /// Makes an anonymous temporary file to receive a picture; gone unless published.
    func makeTemporaryFile() throws(StorageError) -> any TemporaryBlob

    /// Moves a refused part out of the way, with `reason` as its `reason.json`, durably.
    func quarantine(
        _ part: any LockedPart, of id: UploadID, reason: [UInt8]
    ) throws(StorageError)

    /// Lends a read-only descriptor of the blob, positioned at 0, for the duration of `body`.
    ///
    /// Throws `missing` where it is not there, or of another size.
    func withReadOnlyFile<R>(
        of content: StoredContent, _ body: (OpenFile) -> R
    ) throws(StorageError) -> R

    /// Whether the blob is there with the right size. Does not read it.
    func isPresent(_ content: StoredContent) throws(StorageError) -> Bool

    /// The URI path below the web server's internal location: `audio/ab/cd/<hash>.mp3`.
    func location(of content: StoredContent) -> String

    /// Proves that the storage works: writes, reads and removes a file in `incoming/`, and checks
    /// free space against the reserve.
    func probe() throws(StorageError)

    /// Which storage this is; nil for one that was never told apart from others.
    func identity() throws(StorageError) -> StorageID?

    /// Which storage this is, from now on and for as long as it lives: it is given an identity once,
    /// durably, however many do so at once.
    func identify() throws(StorageError) -> StorageID

    /// Whether no song lies here, in whatever directories: as below a disk that is not mounted, or in a
    /// copy that was broken off. What may not be read counts as one.
    func isEmpty() throws(StorageError) -> Bool

    /// The room that there is. Throws `unavailable` where the storage is not there.
    func space() throws(StorageError) -> StorageSpace
}

/// A file being filled by an inspection, not yet in the library.
///
/// Confined to one thread.
package protocol TemporaryBlob: AnyObject {
    /// Lends the writable descriptor, positioned at 0, for the duration of `body`.
    func withWritableFile<R>(_ body: (OpenFile) -> R) -> R

    /// Length in bytes and SHA-256 of what was written.
    func measure() throws(StorageError) -> (size: Int64, hash: ContentHash)

    /// Publishes it, with the same promises as ``BlobStore/publish(_:as:)``.
    func publish(as content: StoredContent) throws(StorageError)
}
