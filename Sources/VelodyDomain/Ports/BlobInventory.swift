/// What really lies in the storage, to be looked through and put right.
///
/// Thread safe. Every function throws `unavailable` where the storage root is not one.
package protocol BlobInventory: Sendable {
    /// What lies where blobs lie whose hash begins with the byte `bucket`, by path.
    ///
    /// Directories are told only where their owner, group or mode is wrong.
    func files(in bucket: UInt8) throws(StorageError) -> [StoredFile]

    /// What lies in the library where no blob can lie, by path.
    func strays() throws(StorageError) -> [StoredFile]

    /// What requests leave behind only when they are broken off.
    func temporaryFiles() throws(StorageError) -> [StoredFile]

    /// What lies at the place of a content now; nil where nothing does.
    func file(of content: StoredContent) throws(StorageError) -> StoredFile?

    /// The SHA-256 of a file, read from the disk to its end; `read` is told of each step, in bytes.
    func digest(_ file: StoredFile, read: (Int) -> Void) throws(StorageError) -> ContentHash

    /// Gives a blob or directory the group and mode that the web server needs, durably.
    ///
    /// Throws `unavailable` where the caller may not.
    func restoreAccess(of file: StoredFile) throws(StorageError)

    /// Gives a file whose bytes were verified its content's name, as publishing does, in place of
    /// what is there; its old name goes.
    func adopt(_ file: StoredFile, as content: StoredContent) throws(StorageError)

    /// Throws `unavailable` where a file could not be removed: nothing can be written there.
    func requireRemovable(_ file: StoredFile) throws(StorageError)

    /// Removes a file, durably; one that is gone already is not an error.
    func remove(_ file: StoredFile) throws(StorageError)
}

/// A file as it lies in the storage.
package struct StoredFile: Equatable, Sendable {
    /// Below the storage root: `library/audio/ab/cd/<hash>.mp3`.
    package let path: String
    /// The content that its place and name say it is, whose size is the file's; nil for what is no
    /// blob by its name.
    package let content: StoredContent?
    /// In bytes.
    package let size: Int64
    /// When anything about it changed last, its names too, by the storage's own clock.
    package let changedAt: Timestamp
    /// Whether it is a directory.
    package let isDirectory: Bool
    /// Whether its owner, group and mode are as they must be.
    package let hasRightAccess: Bool

    package init(
        path: String, content: StoredContent?, size: Int64, changedAt: Timestamp,
        isDirectory: Bool = false, hasRightAccess: Bool
    ) {
        self.path = path
        self.content = content
        self.size = size
        self.changedAt = changedAt
        self.isDirectory = isDirectory
        self.hasRightAccess = hasRightAccess
    }
}
