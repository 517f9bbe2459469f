import VelodyDomain

/// A picture that an inspection found, on its way into the library.
struct FoundPicture {
    private let found: InspectionReport.Picture?
    private let file: any TemporaryBlob
    private let now: Timestamp

    /// `found` is nil where the inspected file has none; else its bytes are in `file`.
    init(_ found: InspectionReport.Picture?, in file: any TemporaryBlob, at now: Timestamp) {
        self.found = found
        self.file = file
        self.now = now
    }

    /// Publishes the picture, and records it with whatever `record` writes, under its lock.
    ///
    /// Resources before references: the blob is in place before `record` is told of it.
    func publish<R>(
        _ stores: Stores, _ resources: Resources,
        _ record: (Artwork?) throws(ServiceError) -> R
    ) throws(ServiceError) -> R {
        guard let found else { return try record(nil) }
        let measured = try storage { () throws(StorageError) in try file.measure() }
        let content = StoredContent(hash: measured.hash, type: found.type, size: measured.size)
        let lock = try store { () throws(StoreError) in try stores.tracks.lock(content.hash) }
        defer { lock.release() }
        try storage { () throws(StorageError) in try file.publish(as: content) }
        return try record(
            Artwork(
                id: ArtworkID(at: now, random: resources.cryptography.randomBytes(16)),
                content: content, width: found.width, height: found.height, createdAt: now))
    }
}
