package import VelodyDomain

extension UploadService {
    /// What a client says once all bytes are there.
    package struct Completion: Sendable {
        package var hint: TrackMetadata
        package var existingTrack: TrackID?

        package init(hint: TrackMetadata = TrackMetadata(), existingTrack: TrackID? = nil) {
            self.hint = hint
            self.existingTrack = existingTrack
        }
    }

    /// What a finished upload came to.
    package struct Finished: Sendable {
        package let result: UploadResult
        package let track: Track
        /// Whether this very request made the track; a repeated one hears the same body, not new.
        package let isNew: Bool
    }

    /// Verifies a complete upload and brings it into the library.
    ///
    /// May be repeated, also in parallel and after a crash: the answer is the same.
    /// - Throws: `notFound`, `gone`, `uploadIncomplete`, `uploadLocked`, `trackNotFound`; and
    ///   `hashMismatch`, `unsupportedAudio`, `invalidAudio`, after which the session is rejected,
    ///   its file in quarantine, and the same error is thrown again whenever it is asked.
    package func finalize(
        _ id: UploadID, _ completion: Completion, of device: DeviceID
    ) throws(ServiceError) -> Finished {
        let known = try session(id, of: device)
        tidy(known)
        if let finished = try settled(known) { return finished }
        try requireTrack(completion.existingTrack)
        guard let part = try lockForFinalize(id) else { return try missing(id, of: device) }
        // Another finalize may have ended while this one waited for the lock.
        var session = try acquire(id, of: device)
        if let finished = try settled(session) { return finished }
        let length = try storage { () throws(StorageError) in try part.length() }
        guard let size = session.sizeBytes, length >= size else {
            session.offset = length
            session.status = .receiving
            try save(session)
            throw incomplete(session)
        }
        session.hint = completion.hint.filled(from: session.hint)
        session.existingTrack = completion.existingTrack ?? session.existingTrack
        let hash = try digest(of: part, session)
        return try Ingest(service: self, part: part).run(&session, hash: hash)
    }

    /// Of all bytes: as they were hashed when they came, else of the file.
    private func digest(
        of part: any LockedPart, _ session: UploadSession
    ) throws(ServiceError) -> ContentHash {
        if let hasher = resources.prefixes.take(session) { return hasher.finish() }
        return try storage { () throws(StorageError) in try part.digest(length: session.offset) }
    }

    /// The answer of a session that is over; nil for one that is ready to be worked on.
    private func settled(_ session: UploadSession) throws(ServiceError) -> Finished? {
        if let result = session.result {
            return Finished(result: result, track: try track(result.track), isNew: false)
        }
        if let problem = session.problem { throw ServiceError(problem) }
        guard session.status == .complete else { throw incomplete(session) }
        return nil
    }

    private func incomplete(_ session: UploadSession) -> ServiceError {
        var facts: [ServiceError.Fact] = [.offset(session.offset)]
        if let size = session.sizeBytes { facts.append(.sizeBytes(size)) }
        return ServiceError(.uploadIncomplete, "Not all bytes have been received.", facts: facts)
    }

    private func lockForFinalize(_ id: UploadID) throws(ServiceError) -> (any LockedPart)? {
        do { return try resources.parts.lock(id, patience: Self.finalizePatience) } catch {
            guard error.code == .missing else { throw ServiceError(error) }
            return nil
        }
    }

    /// The part is gone: finalized or rejected a moment ago, or lost.
    private func missing(
        _ id: UploadID, of device: DeviceID
    ) throws(ServiceError) -> Finished {
        let session = try session(id, of: device)
        if let finished = try settled(session) { return finished }
        try beginAnew(session)
        throw incomplete(try self.session(id, of: device))
    }
}
