import Glibc
package import VelodyDomain

/// A directory with backups, while one is being made of a storage root.
package final class FileBackupBuilder: BackupBuilder {
    let root: StorageRoot
    let files: FileBackupArchive
    let cryptography: any Cryptography
    var place: BackupPlace { files.place }
    package var archive: any BackupArchive { files }

    /// Opens `path` for backups of `root`.
    ///
    /// Throws `unavailable` where the root is none, or the directory holds something else or lies
    /// within the root; `locked` while another process is there.
    package init(
        _ path: String, of root: StorageRoot, cryptography: any Cryptography
    ) throws(StorageError) {
        try root.require()
        let path = try Directory.resolve(path)
        guard try !(path + "/").hasPrefix(Directory.resolve(root.layout.root) + "/") else {
            throw StorageError(.unavailable, "backups cannot lie within the storage root")
        }
        self.root = root
        self.cryptography = cryptography
        files = try .writing(path)
    }

    package func begin(_ set: String) throws(StorageError) -> String {
        for name in try Directory.names(in: place.sets) where name.hasPrefix(".") {
            try discard(place.set(name))
        }
        try Directory.make(place.draft(set), mode: 0o700)
        return place.database(in: place.draft(set))
    }

    package func measureDatabase(of set: String) throws(StorageError) -> BackupFile {
        try FileBackupArchive.measure(place.database(in: place.draft(set)))
    }

    package func publish(_ set: String, manifest: [UInt8]) throws(StorageError) {
        let draft = place.draft(set)
        let file = try Descriptor.open(
            place.manifest(in: draft), O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        try file.write(manifest.span, at: 0)
        // The dump, and also names in the pool that a run gave which was broken off right then.
        try file.synchronizeFileSystem()
        try file.synchronize()
        try Directory.synchronize(draft)
        try Directory.rename(draft, place.set(set))
        try Directory.synchronize(place.sets)
    }

    package func remove(_ set: String) throws(StorageError) {
        try Directory.rename(place.set(set), place.removed(set))
        try Directory.synchronize(place.sets)
        try discard(place.removed(set))
    }

    /// Removes a directory that is no set, with the files in it.
    private func discard(_ directory: String) throws(StorageError) {
        for name in try Directory.names(in: directory) {
            try Directory.removeFile(directory + "/" + name)
        }
        try Directory.removeDirectory(directory)
        try Directory.synchronize(place.sets)
    }
}
