import Glibc
package import VelodyDomain

/// A storage root that is really one.
///
/// Thread safe.
///
/// A root that is missing, or was replaced by an empty directory (a disk that is not mounted), is
/// never made anew by accident: it lacks the marker that ``prepare()`` wrote.
package struct StorageRoot: Sendable {
    let layout: Layout
    /// How many bytes stay free whatever is uploaded.
    let reserveBytes: Int64

    private init(layout: Layout, reserveBytes: Int64) {
        self.layout = layout
        self.reserveBytes = reserveBytes
    }

    /// Refers to a root, whether or not it is there now.
    package static func at(_ path: String, reserveBytes: Int64) -> StorageRoot {
        StorageRoot(layout: Layout(root: path), reserveBytes: reserveBytes)
    }

    /// Whether the root is there and was prepared.
    package var isMarked: Bool { unsafe access(layout.marker, F_OK) == 0 }

    /// The user that the root belongs to; nil where it is not there.
    package var owner: UInt32? {
        var status = stat()
        return unsafe stat(layout.root, &status) == 0 ? status.st_uid : nil
    }

    /// Makes an empty directory a storage root; one that is a root already is left as it is.
    ///
    /// Throws `unavailable` for a directory that holds something else.
    package func prepare() throws(StorageError) {
        if !isMarked {
            guard try isEmpty() else {
                throw StorageError(.unavailable, "the storage root holds something else")
            }
        }
        for directory in [layout.incoming, layout.quarantine, layout.temporary] {
            try Directory.make(directory, mode: 0o700)
        }
        // Set-group-ID: published files belong to the group that the web server is in.
        for directory in [layout.library] + layout.kinds {
            try Directory.make(directory, mode: 0o2750)
        }
        // Last, so that a root with a marker is whole.
        try mark()
    }

    /// Where a file of an inventory lies.
    func path(of file: StoredFile) -> String { layout.root + "/" + file.path }

    /// Throws `unavailable` unless the root is there and marked.
    func require() throws(StorageError) {
        guard isMarked else {
            try requireOpen([layout.root])
            throw StorageError(.unavailable, "the storage root is missing or not a storage root")
        }
    }

    /// Throws `unavailable`, and says which, for a directory that may not be entered and read: whatever
    /// lies in it is neither there nor missing.
    func requireOpen(_ directories: [String]) throws(StorageError) {
        for path in directories
        where unsafe access(path, R_OK | X_OK) != 0 && errno == EACCES {
            throw StorageError(
                .unavailable,
                "\(path) may not be read: give it owner and mode again, as in docs/STORAGE.md")
        }
    }

    /// The room of the file system; throws `unavailable` unless the root is there and marked, and where it
    /// only reads, as a disk does after an error of its own.
    func space() throws(StorageError) -> StorageSpace {
        try require()
        var status = statvfs()
        guard unsafe statvfs(layout.root, &status) == 0 else {
            throw StorageError(errno: errno, in: "statvfs")
        }
        guard status.f_flag & UInt(ST_RDONLY) == 0 else {
            throw StorageError(.unavailable, "the storage only reads: see the kernel's log")
        }
        func bytes(_ blocks: fsblkcnt_t) -> Int64 {
            let (bytes, isTooMany) = UInt64(blocks)
                .multipliedReportingOverflow(by: UInt64(status.f_frsize))
            return isTooMany ? .max : Int64(clamping: bytes)
        }
        return StorageSpace(
            total: bytes(status.f_blocks), available: bytes(status.f_bavail),
            reserve: reserveBytes)
    }

    /// Throws `insufficientSpace` unless `bytes` more leave the reserve free.
    func requireSpace(for bytes: Int64) throws(StorageError) {
        let available = try space().available
        let needed = max(0, bytes).addingReportingOverflow(reserveBytes)
        guard !needed.overflow, available >= needed.partialValue else {
            throw StorageError(.insufficientSpace, "the configured reserve would be touched")
        }
    }

    private func isEmpty() throws(StorageError) -> Bool {
        guard let names = try? Directory.names(in: layout.root) else {
            throw StorageError(.unavailable, "the storage root is missing")
        }
        return names.allSatisfy { Layout.names.contains($0) && $0 != "VELODY" }
    }
}
