import Glibc
package import VelodyDomain

/// Part files in `incoming/`.
///
/// Thread safe.
package struct FilePartStore: PartStore {
    private static let pollInterval: UInt32 = 10_000

    private let root: StorageRoot

    package init(_ root: StorageRoot) { self.root = root }

    package func create(_ id: UploadID) throws(StorageError) {
        try root.require()
        let part = try Descriptor.open(
            root.layout.part(id), O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try part.synchronize()
        try Directory.synchronize(root.layout.incoming)
    }

    package func lock(_ id: UploadID, patience: Double) throws(StorageError) -> any LockedPart {
        try root.require()
        let path = root.layout.part(id)
        var waited = 0.0
        while true {
            let descriptor = try Descriptor.open(path, O_RDWR)
            if retrying({ flock(descriptor.number, LOCK_EX | LOCK_NB) }) == 0 {
                // The name may have gone, or mean another file, before the lock was ours.
                if try names(path, descriptor) {
                    return FilePart(locked: descriptor, path: path)
                }
                continue
            }
            guard errno == EWOULDBLOCK else { throw StorageError(errno: errno, in: "flock") }
            guard waited < patience else { throw StorageError(.locked, "the part is locked") }
            // flock(2) has no deadline: ask again until patience is over.
            usleep(Self.pollInterval)
            waited += Double(Self.pollInterval) / 1_000_000
        }
    }

    package func remove(_ id: UploadID) throws(StorageError) {
        try root.require()
        try Directory.removeFile(root.layout.part(id))
        try Directory.synchronize(root.layout.incoming)
    }

    package func list() throws(StorageError) -> [UploadID] {
        try root.require()
        return try Directory.names(in: root.layout.incoming).compactMap { name in
            name.hasSuffix(".part") ? UploadID(name.dropLast(".part".count)) : nil
        }
    }

    package func changedAt(_ id: UploadID) throws(StorageError) -> Timestamp? {
        try root.require()
        return try FileStatus.of(root.layout.part(id))?.changedAt
    }

    package func requireSpace(for bytes: Int64) throws(StorageError) {
        try root.requireSpace(for: bytes)
    }

    private func names(
        _ path: String, _ descriptor: borrowing Descriptor
    ) throws(StorageError) -> Bool {
        var named = stat()
        guard unsafe lstat(path, &named) == 0 else {
            throw StorageError(errno: errno, in: "lstat")
        }
        let held = try descriptor.status()
        return named.st_ino == held.st_ino && named.st_dev == held.st_dev
    }
}
