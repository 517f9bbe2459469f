import Glibc
package import VelodyDomain

extension FileBackupBuilder {
    package func take(
        _ content: StoredContent, isDoubted: Bool, read: (Int) -> Void
    ) throws(StorageError) -> BackupTaking {
        try root.require()
        let target = place.path(of: content)
        let source = root.layout.path(of: content)
        if try isHeld(content, at: target) {
            let isSuspect = try isDoubted ? true : isOvertaken(target, by: source)
            guard isSuspect else { return .held }
            if try isWhole(content, at: target, read: read) { return .held }
        }
        let leaf = Directory.parent(of: target)
        try Directory.make(Directory.parent(of: leaf), mode: 0o700)
        try Directory.make(leaf, mode: 0o700)
        try clear(leaf)
        let beside = "\(leaf)/.\(UploadID(random: cryptography.randomBytes(16)))"
        let isLinked = try link(source, beside)
        let damage =
            isLinked
            ? try BlobCheck.damage(of: content, at: beside, read: read)
            : try FileCopy.make(of: content, from: source, to: beside, read: read)
        guard damage == nil else {
            try Directory.removeFile(beside)
            return .refused(damage ?? .unreadable)
        }
        try settle(beside, as: target)
        return isLinked ? .linked : .copied
    }

    package func sweep(
        keeping kept: Set<String>
    ) throws(StorageError) -> (count: Int, bytes: Int64) {
        var swept = (count: 0, bytes: Int64(0))
        for kind in BackupPlace.kinds {
            try sweep(kind, keeping: kept, into: &swept)
        }
        return swept
    }

    /// Removes what a run left that was broken off at the same file.
    private func clear(_ leaf: String) throws(StorageError) {
        for name in try Directory.names(in: leaf) where name.hasPrefix(".") {
            try Directory.removeFile("\(leaf)/\(name)")
        }
    }

    /// Looked at by name and size only: it was verified when it came.
    private func isHeld(_ content: StoredContent, at path: String) throws(StorageError) -> Bool {
        guard let status = try FileStatus.of(path) else { return false }
        return status.isRegular && status.size == content.size
    }

    /// Whether the library's file was written after the pool's: then it took the place of another,
    /// which may have been damaged, and the pool's with it where that is a hard link.
    private func isOvertaken(_ target: String, by source: String) throws(StorageError) -> Bool {
        guard let held = try FileStatus.of(target), let own = try FileStatus.of(source) else {
            return false
        }
        return held.modifiedAt < own.modifiedAt
    }

    /// Reads a file of the pool once more, and dates it by that where it is whole.
    private func isWhole(
        _ content: StoredContent, at path: String, read: (Int) -> Void
    ) throws(StorageError) -> Bool {
        guard try BlobCheck.damage(of: content, at: path, read: read) == nil else { return false }
        // Best effort: what cannot be dated is read once more the next time.
        try? Descriptor.open(path, O_RDONLY).touch()
        return true
    }

    /// Gives a file its name in the pool, over one of a wrong size, durably.
    private func settle(_ beside: String, as target: String) throws(StorageError) {
        try Directory.rename(beside, target)
        // Between two names of one file, rename does nothing and leaves both.
        try Directory.removeFile(beside)
        try Directory.synchronize(Directory.parent(of: target))
    }

    /// False where the two cannot be names of one file: then a copy is needed.
    private func link(_ source: String, _ target: String) throws(StorageError) -> Bool {
        // Whatever else is wrong with the source, copying finds out.
        guard try FileStatus.of(source)?.isRegular == true else { return false }
        return (try? Directory.link(source, target)) ?? false
    }

    private func sweep(
        _ location: String, keeping kept: Set<String>, into swept: inout (count: Int, bytes: Int64)
    ) throws(StorageError) {
        guard !kept.contains(location) else { return }
        let path = "\(place.blobs)/\(location)"
        guard let status = try FileStatus.of(path) else { return }
        guard status.isDirectory else {
            try Directory.removeFile(path)
            swept = (swept.count + 1, swept.bytes + status.size)
            return
        }
        for name in try Directory.names(in: path) {
            try sweep("\(location)/\(name)", keeping: kept, into: &swept)
        }
    }
}
