package import VelodyDomain

extension UploadService {
    /// What a client announces.
    package struct Announcement: Sendable {
        package var content: ContentHash
        package var sizeBytes: Int64
        /// As ``Filename/clean(_:)`` left it.
        package var filename: String
        package var hint: TrackMetadata
        package var existingTrack: TrackID?

        package init(
            content: ContentHash, sizeBytes: Int64, filename: String, hint: TrackMetadata,
            existingTrack: TrackID?
        ) {
            self.content = content
            self.sizeBytes = sizeBytes
            self.filename = filename
            self.hint = hint
            self.existingTrack = existingTrack
        }
    }

    /// What became of an announcement.
    package enum Preparation: Sendable {
        /// The library has the content, and its blob is whole as far as its size tells.
        case exists(Track, asset: AudioAssetID)
        case upload(UploadSession, isNew: Bool)
    }

    /// Announces an upload: finds the content in the library, or opens a session for it.
    ///
    /// Throws `uploadTooLarge`, `trackNotFound`, `insufficientStorage`.
    package func prepare(
        _ announcement: Announcement, device: DeviceID
    ) throws(ServiceError) -> Preparation {
        guard announcement.sizeBytes <= policy.maxBytes else { throw tooLarge }
        try requireTrack(announcement.existingTrack)
        if let known = try reuse(announcement) { return known }
        return try open(announcement, device: device)
    }

    /// The refusal of a file over the limit.
    var tooLarge: ServiceError {
        ServiceError(
            .uploadTooLarge, "The file is larger than this server takes.",
            facts: [.maxBytes(policy.maxBytes)])
    }

    /// Throws `trackNotFound` when a track is named that does not exist.
    func requireTrack(_ id: TrackID?) throws(ServiceError) {
        guard let id else { return }
        let track = try store { () throws(StoreError) in try stores.tracks.find(id) }
        if track == nil {
            throw ServiceError(
                .trackNotFound, "The track named by existingTrackId does not exist.")
        }
    }

    private func reuse(_ announcement: Announcement) throws(ServiceError) -> Preparation? {
        let holding = try store { () throws(StoreError) in
            try stores.tracks.holding(announcement.content)
        }
        guard let holding, holding.isSound,
            holding.asset.content.size == announcement.sizeBytes,
            try storage({ () throws(StorageError) in
                try resources.blobs.isPresent(holding.asset.content)
            })
        else { return nil }
        let now = resources.clock.now()
        let result = try store { () throws(StoreError) in
            try stores.tracks.reuse(
                announcement.content, for: announcement.existingTrack, now: now)
        }
        guard let result else { return nil }
        return .exists(try track(result.track), asset: result.asset)
    }

    private func open(
        _ announcement: Announcement, device: DeviceID
    ) throws(ServiceError) -> Preparation {
        let now = resources.clock.now()
        let session = UploadSession(
            id: UploadID(at: now, random: resources.cryptography.randomBytes(16)), device: device,
            sizeBytes: announcement.sizeBytes, content: announcement.content,
            filename: announcement.filename, hint: announcement.hint,
            existingTrack: announcement.existingTrack, createdAt: now,
            expiresAt: now.advanced(bySeconds: policy.sessionLifetime))
        let opened = try create(session)
        do {
            try resources.parts.requireSpace(
                for: announcement.sizeBytes - opened.session.offset)
        } catch {
            if opened.isNew { try discard(opened.session.id) }
            throw ServiceError(error)
        }
        return .upload(opened.session, isNew: opened.isNew)
    }

    /// Makes the part durable before the row that promises it.
    func create(
        _ session: UploadSession
    ) throws(ServiceError) -> (session: UploadSession, isNew: Bool) {
        try requireLibrary()
        try storage { () throws(StorageError) in try resources.parts.create(session.id) }
        do {
            let opened = try stores.uploads.open(session)
            if !opened.isNew { try? resources.parts.remove(session.id) }
            return opened
        } catch {
            // A part without a row is harmless; collecting finds it should this fail too.
            try? resources.parts.remove(session.id)
            throw ServiceError(error)
        }
    }

    /// Forgets a session and its part.
    func discard(_ id: UploadID) throws(ServiceError) {
        _ = try store { () throws(StoreError) in try stores.uploads.delete(id) }
        try storage { () throws(StorageError) in try resources.parts.remove(id) }
    }

    /// The record of a track that was just written.
    func track(_ id: TrackID) throws(ServiceError) -> Track {
        let found = try store { () throws(StoreError) in try stores.tracks.find(id) }
        guard let found else {
            throw ServiceError(
                .internal, "Something went wrong.", diagnostic: "published track is not there")
        }
        return found
    }
}
