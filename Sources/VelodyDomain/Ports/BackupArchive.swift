/// Opens directories with backups.
///
/// Thread safe.
package protocol BackupShelf: Sendable {
    /// Opens one for reading; throws `missing` where there are no backups, `locked` while one is
    /// being made there.
    func read(_ path: String) throws(StorageError) -> any BackupArchive

    /// Opens one for a backup of the library; a directory that is empty, or not there, is made one.
    ///
    /// Throws `unavailable` for a directory that holds something else or lies within the library,
    /// `locked` while it is in use.
    func write(_ path: String) throws(StorageError) -> any BackupBuilder
}

/// A directory with backups: sets, each a dump and a manifest, over one pool of blobs.
///
/// Confined to one thread. While it is open for reading, nobody writes to it, in any process.
package protocol BackupArchive: AnyObject {
    /// The complete sets, oldest first.
    func sets() throws(StorageError) -> [String]

    /// A set's manifest, as it was written; throws `missing`.
    func manifest(of set: String) throws(StorageError) -> [UInt8]

    /// Where a set's dump lies.
    func database(of set: String) -> String

    /// Size and SHA-256 of a set's dump; throws `missing`.
    func measureDatabase(of set: String) throws(StorageError) -> BackupFile

    /// Where a blob lies below the pool, `audio/ab/cd/<hash>.mp3`: the same as in the library.
    func location(of content: StoredContent) -> String

    /// What is wrong with a blob of the pool, read to its end; nil for one that is whole.
    ///
    /// `read` is told of each step, in bytes.
    func damage(
        of content: StoredContent, read: (Int) -> Void
    ) throws(StorageError) -> Damage?
}

/// A directory with backups, while one is being made.
///
/// Confined to one thread. Nobody else reads or writes there, in any process.
package protocol BackupBuilder: AnyObject {
    /// What is there so far.
    var archive: any BackupArchive { get }

    /// Begins a set that is not one yet, and removes what broken off runs left.
    /// - Returns: where its dump has to be written.
    func begin(_ set: String) throws(StorageError) -> String

    /// Brings the library's file into the pool, durably, and verified unless it is there already.
    ///
    /// One that is there is looked at by its size alone, unless `isDoubted`, or the library's is
    /// younger: it may have taken the place of a damaged one. `read` is told of each step, in bytes.
    func take(
        _ content: StoredContent, isDoubted: Bool, read: (Int) -> Void
    ) throws(StorageError) -> BackupTaking

    /// Size and SHA-256 of the dump of the set that was begun.
    func measureDatabase(of set: String) throws(StorageError) -> BackupFile

    /// Makes the set that was begun a complete one, durably, in one step.
    func publish(_ set: String, manifest: [UInt8]) throws(StorageError)

    /// Removes a set; it stops being one first.
    func remove(_ set: String) throws(StorageError)

    /// Removes the blobs of the pool whose location is not in `kept`.
    func sweep(keeping kept: Set<String>) throws(StorageError) -> (count: Int, bytes: Int64)
}

/// How a file came into the pool.
package enum BackupTaking: Equatable, Sendable {
    /// An earlier backup brought it.
    case held
    /// It is the library's own file, under a second name.
    case linked
    case copied
    /// It did not: neither the library's file nor one of the pool is what it should be.
    case refused(Damage)
}

/// How long a file is, and what it is.
package struct BackupFile: Equatable, Sendable {
    package let hash: ContentHash
    /// In bytes.
    package let size: Int64

    package init(hash: ContentHash, size: Int64) {
        self.hash = hash
        self.size = size
    }
}
