import Glibc
package import VelodyDomain

/// What lies below a storage root.
///
/// Thread safe.
package struct FileBlobInventory: BlobInventory {
    let root: StorageRoot
    private let cryptography: any Cryptography

    package init(_ root: StorageRoot, cryptography: any Cryptography) {
        self.root = root
        self.cryptography = cryptography
    }

    package func files(in bucket: UInt8) throws(StorageError) -> [StoredFile] {
        try root.require()
        var found: [StoredFile] = []
        for kind in try kinds() {
            try walk(kind.path + "/" + Self.hex(bucket), kind, into: &found)
        }
        return found.sorted { $0.path < $1.path }
    }

    package func strays() throws(StorageError) -> [StoredFile] {
        try root.require()
        let buckets = Set((UInt8.min...UInt8.max).map(Self.hex))
        var found: [StoredFile] = []
        for kind in try kinds() {
            for name in try Directory.names(in: kind.path) where !buckets.contains(name) {
                try walk(kind.path + "/" + name, kind, into: &found)
            }
        }
        let own = Set(root.layout.kinds)
        for name in try Directory.names(in: root.layout.library) {
            let path = root.layout.library + "/" + name
            if !own.contains(path), let kind = try kinds().first {
                try walk(path, kind, into: &found)
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    package func temporaryFiles() throws(StorageError) -> [StoredFile] {
        try root.require()
        var found: [StoredFile] = []
        for name in try Directory.names(in: root.layout.temporary) {
            found += try plain(root.layout.temporary + "/" + name)
        }
        for name in try Directory.names(in: root.layout.incoming) where name.hasSuffix(".probe") {
            found += try plain(root.layout.incoming + "/" + name)
        }
        return found.sorted { $0.path < $1.path }
    }

    package func file(of content: StoredContent) throws(StorageError) -> StoredFile? {
        try root.require()
        let path = root.layout.path(of: content)
        guard let status = try FileStatus.of(path),
            let kind = try kinds().first(where: { path.hasPrefix($0.path + "/") })
        else { return nil }
        return stored(path, status, kind)
    }

    package func digest(
        _ file: StoredFile, read: (Int) -> Void
    ) throws(StorageError) -> ContentHash {
        let descriptor = try Descriptor.open(root.path(of: file), O_RDONLY)
        // What the disk says, not what the page cache remembers of it.
        posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_DONTNEED)
        return try Digest.ofFile(descriptor, length: file.size, read: read)
    }

    package func restoreAccess(of file: StoredFile) throws(StorageError) {
        let path = root.path(of: file)
        guard let kind = try kinds().first(where: { path.hasPrefix($0.path + "/") }) else {
            throw StorageError(.unexpected, "no blob's place")
        }
        let mode: mode_t = file.isDirectory ? 0o2750 : 0o640
        // Before it can be opened: even its owner may have no right to.
        try Directory.setMode(path, mode)
        let flags = file.isDirectory ? O_RDONLY | O_DIRECTORY : O_RDONLY
        let descriptor = try Descriptor.open(path, flags)
        if try descriptor.status().st_gid != kind.group { try descriptor.setGroup(kind.group) }
        try descriptor.setMode(mode)
        try descriptor.synchronize()
    }

    package func adopt(_ file: StoredFile, as content: StoredContent) throws(StorageError) {
        let path = root.path(of: file)
        let suffix = UploadID(random: cryptography.randomBytes(16)).description
        try Publisher(layout: root.layout, suffix: suffix).publish(
            Descriptor.open(path, O_RDONLY), at: path, as: content)
        try remove(file)
    }

    package func requireRemovable(_ file: StoredFile) throws(StorageError) {
        try root.require()
        let directory = Directory.parent(of: root.path(of: file))
        guard unsafe access(directory, W_OK | X_OK) == 0 else {
            throw StorageError(errno: errno, in: "access", of: directory)
        }
    }

    package func remove(_ file: StoredFile) throws(StorageError) {
        try root.require()
        let path = root.path(of: file)
        try Directory.removeFile(path)
        try Directory.synchronize(Directory.parent(of: path))
    }
}
