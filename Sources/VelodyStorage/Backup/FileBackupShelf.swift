package import VelodyDomain

/// Directories with backups on disk.
package struct FileBackupShelf: BackupShelf {
    private let root: StorageRoot?
    private let cryptography: any Cryptography

    /// Backups are made of `root`; without one they can only be read.
    package init(of root: StorageRoot? = nil, cryptography: any Cryptography) {
        self.root = root
        self.cryptography = cryptography
    }

    package func read(_ path: String) throws(StorageError) -> any BackupArchive {
        try FileBackupArchive.reading(path)
    }

    package func write(_ path: String) throws(StorageError) -> any BackupBuilder {
        guard let root else { throw StorageError(.unavailable, "there is no storage root") }
        return try FileBackupBuilder(path, of: root, cryptography: cryptography)
    }
}
