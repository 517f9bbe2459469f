package import VelodyDomain

extension UploadService {
    /// One `PUT` of a whole file.
    package struct Direct {
        /// As ``Filename/clean(_:)`` left it.
        package var filename: String
        /// The length the client announced; nil where it did not.
        package var announcedLength: Int64?
        /// The digest of the whole file, where the client sent one.
        package var digest: ContentHash?
        package var existingTrack: TrackID?
        package var body: any ByteSource

        package init(
            filename: String, announcedLength: Int64?, digest: ContentHash?,
            existingTrack: TrackID?, body: any ByteSource
        ) {
            self.filename = filename
            self.announcedLength = announcedLength
            self.digest = digest
            self.existingTrack = existingTrack
            self.body = body
        }
    }

    /// Receives, verifies and stores a whole file in one request.
    ///
    /// The part of one that is killed goes with the first sweep after `policy.directLifetime`; while
    /// it is being received it is held, however long that takes.
    /// - Throws: `uploadTooLarge`, `trackNotFound`, `insufficientStorage`, `invalidRequest` for an
    ///   empty file, `hashMismatch` for a wrong digest, and `unavailable` for a body cut short or
    ///   what else is away: after these nothing is left, unless the song was published and only
    ///   the answer failed. `unsupportedAudio` and `invalidAudio` leave a rejected session that
    ///   says why.
    package func receive(
        _ direct: Direct, from device: DeviceID
    ) throws(ServiceError) -> Finished {
        if let length = direct.announcedLength {
            guard length <= policy.maxBytes else { throw tooLarge }
            guard length > 0 else { throw Self.emptyFile }
        }
        try requireTrack(direct.existingTrack)
        try storage { () throws(StorageError) in
            try resources.parts.requireSpace(for: direct.announcedLength ?? 0)
        }
        let now = resources.clock.now()
        let session = UploadSession(
            id: UploadID(at: now, random: resources.cryptography.randomBytes(16)), device: device,
            sizeBytes: nil, content: nil, filename: direct.filename,
            existingTrack: direct.existingTrack, createdAt: now,
            expiresAt: now.advanced(bySeconds: policy.directLifetime))
        _ = try create(session)
        return try receive(direct, into: session)
    }

    private func receive(
        _ direct: Direct, into created: UploadSession
    ) throws(ServiceError) -> Finished {
        var session = created
        do throws(ServiceError) {
            let part = try storage { () throws(StorageError) in
                try resources.parts.lock(created.id, patience: policy.patience)
            }
            session = try acquire(created.id, of: created.device)
            let hash = try receiveAll(direct, into: part, session: &session)
            return try Ingest(service: self, part: part).run(&session, hash: hash)
        } catch {
            if session.status != .rejected { abandon(created.id) }
            throw error
        }
    }

    /// Leaves nothing of a session whose client has to begin anew anyway.
    ///
    /// A session that was finalized stays, as does its song: it needs the part no more.
    private func abandon(_ id: UploadID) {
        // Each for itself: a database that is away must not make retries fill the disk.
        _ = try? stores.uploads.delete(id)
        try? resources.parts.remove(id)
    }

    /// Receives the body whole, durably, and returns its digest.
    private func receiveAll(
        _ direct: Direct, into part: any LockedPart, session: inout UploadSession
    ) throws(ServiceError) -> ContentHash {
        let hasher = resources.cryptography.makeHasher()
        var reception = Reception(
            part: part, from: 0, limit: policy.maxBytes,
            hashing: resources.hashing.begin([hasher]))
        var checked: Int64 = 0
        let ending = reception.receive(from: direct.body) { offset throws(ServiceError) in
            guard offset - checked >= Checkpoints.spaceInterval else { return }
            checked = offset
            try storage { () throws(StorageError) in try resources.parts.requireSpace(for: 0) }
        }
        switch ending {
        case .complete: break
        case .cut: throw Self.cutShort
        case .exceeded: throw tooLarge
        case .failed(let error): throw error
        }
        guard reception.offset > 0 else { throw Self.emptyFile }
        let hash = hasher.finish()
        if let digest = direct.digest, digest != hash {
            throw ServiceError(.hashMismatch, "The body is not what its Repr-Digest says.")
        }
        session.sizeBytes = reception.offset
        session.content = hash
        try persist(
            &session, offset: reception.offset, part: part, lifetime: policy.directLifetime)
        return hash
    }

    private static var emptyFile: ServiceError {
        ServiceError(
            .invalidRequest, "The file is empty.", facts: [.wrongBody("must not be empty")])
    }
}
