import Glibc
package import VelodyDomain

/// Refused files in `quarantine/`.
///
/// Thread safe.
package struct FileQuarantine: QuarantineStore {
    private static let longestReason = 64 * 1024

    private let root: StorageRoot

    package init(_ root: StorageRoot) { self.root = root }

    package func list() throws(StorageError) -> [UploadID] {
        try root.require()
        return try Directory.names(in: root.layout.quarantine).compactMap { UploadID($0) }
    }

    package func find(_ id: UploadID) throws(StorageError) -> QuarantinedFile? {
        try root.require()
        let place = root.layout.quarantined(id)
        guard let directory = try FileStatus.of(place) else { return nil }
        let reason = try reason(place)
        return QuarantinedFile(
            id: id, size: try FileStatus.of(place + "/file")?.size,
            since: reason?.since ?? directory.modifiedAt, reason: reason?.bytes ?? [])
    }

    package func putBack(_ id: UploadID) throws(StorageError) {
        try root.require()
        let file = root.layout.quarantined(id) + "/file"
        if try !Directory.link(file, root.layout.part(id)) {
            let isSame =
                try FileStatus.of(file)?.inode == FileStatus.of(root.layout.part(id))?.inode
            guard isSame else { throw StorageError(.unexpected, "the upload has another part") }
        }
        try Directory.synchronize(root.layout.incoming)
    }

    package func remove(_ id: UploadID) throws(StorageError) {
        try root.require()
        let place = root.layout.quarantined(id)
        // The reason goes last: a crash in between leaves what still says what it was.
        try Directory.removeFile(place + "/file")
        try Directory.removeFile(place + "/reason.json")
        try Directory.removeDirectory(place)
        try Directory.synchronize(root.layout.quarantine)
    }

    private func reason(_ place: String) throws(StorageError) -> (bytes: [UInt8], since: Timestamp)?
    {
        let path = place + "/reason.json"
        guard let status = try FileStatus.of(path) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.longestReason)
        let count = try Descriptor.open(path, O_RDONLY).read(into: &bytes, at: 0)
        return (Array(bytes.prefix(count)), status.modifiedAt)
    }
}
