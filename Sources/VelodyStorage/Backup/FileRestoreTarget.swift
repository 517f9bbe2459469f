import Glibc
package import VelodyDomain

/// A storage root that is filled from a directory with backups.
package struct FileRestoreTarget: RestoreTarget {
    private let root: StorageRoot
    private let cryptography: any Cryptography

    package init(_ root: StorageRoot, cryptography: any Cryptography) {
        self.root = root
        self.cryptography = cryptography
    }

    package func holdsMore(than known: Set<String>) throws(StorageError) -> Bool {
        let layout = root.layout
        guard try FileStatus.of(layout.root)?.isDirectory == true else {
            throw StorageError(.unavailable, "the storage root is missing")
        }
        guard try Directory.names(in: layout.root).allSatisfy(Layout.names.contains) else {
            return true
        }
        for path in [layout.incoming, layout.quarantine]
        where try FileStatus.of(path) != nil {
            guard try Directory.names(in: path).isEmpty else { return true }
        }
        return try holdsMore(in: "", than: known)
    }

    package func prepare() throws(StorageError) -> StorageID {
        try root.prepare()
        return try root.identify(StorageID(random: cryptography.randomBytes(16)))
    }

    package func place(
        _ content: StoredContent, from archive: any BackupArchive, read: (Int) -> Void
    ) throws(StorageError) -> Damage? {
        guard let archive = archive as? FileBackupArchive else {
            throw StorageError(.unexpected, "the archive is of another kind")
        }
        try root.require()
        // Where an earlier run came to; it is read once more, since it may have been broken off.
        let target = root.layout.path(of: content)
        if try BlobCheck.damage(of: content, at: target, read: read) == nil {
            try Directory.synchronize(Directory.parent(of: target))
            return nil
        }
        let path = temporary("tmp")
        let source = archive.place.path(of: content)
        do throws(StorageError) {
            if let damage = try FileCopy.make(of: content, from: source, to: path, read: read) {
                try Directory.removeFile(path)
                return damage
            }
            try publish(path, as: content)
        } catch {
            try? Directory.removeFile(path)
            throw error
        }
        try Directory.removeFile(path)
        return nil
    }

    package func scratch() -> String { temporary("sql") }

    private func publish(_ path: String, as content: StoredContent) throws(StorageError) {
        let suffix = UploadID(random: cryptography.randomBytes(16)).description
        try Publisher(layout: root.layout, suffix: suffix).publish(
            Descriptor.open(path, O_RDONLY), at: path, as: content)
    }

    private func temporary(_ kind: String) -> String {
        "\(root.layout.temporary)/\(UploadID(random: cryptography.randomBytes(16))).\(kind)"
    }

    /// Whether a file lies below `location` in the library that is none of `known`.
    private func holdsMore(
        in location: String, than known: Set<String>
    ) throws(StorageError) -> Bool {
        let path = root.layout.library + location
        guard let status = try FileStatus.of(path) else { return false }
        guard status.isDirectory else { return !known.contains(String(location.dropFirst())) }
        for name in try Directory.names(in: path)
        where try holdsMore(in: "\(location)/\(name)", than: known) {
            return true
        }
        return false
    }
}
