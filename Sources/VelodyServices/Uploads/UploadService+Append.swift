package import VelodyDomain

extension UploadService {
    /// One PATCH.
    package struct Append {
        /// Where the client believes its body begins.
        package var offset: Int64
        /// Whether the body is of the type that the contract asks for.
        package var isOffsetStream: Bool
        /// The digest of this body, where the client sent one.
        package var digest: ContentHash?
        package var body: any ByteSource

        package init(
            offset: Int64, isOffsetStream: Bool, digest: ContentHash?, body: any ByteSource
        ) {
            self.offset = offset
            self.isOffsetStream = isOffsetStream
            self.digest = digest
            self.body = body
        }
    }

    /// Appends a body to a session; what came of it is durable when this returns or throws.
    ///
    /// - Returns: the session with its new offset.
    /// - Throws: in this order `notFound`, `gone`, `uploadClosed`, `offsetMismatch`,
    ///   `unsupportedMediaType`, `uploadLocked`; then `uploadExceedsSize`, `digestMismatch`,
    ///   `insufficientStorage`, `uploadTakenOver`, `unauthorized`, and `unavailable` for a body cut short, which
    ///   its client no longer hears.
    package func append(
        _ append: Append, to id: UploadID, of device: DeviceID
    ) throws(ServiceError) -> UploadSession {
        // Refused before the turn is taken, so that a mistaken request disturbs nobody.
        try check(append, to: id, of: device)
        let part: any LockedPart
        do { part = try takeTurn(id) } catch {
            throw try explain(error, of: id, device: device)
        }
        var session = try acquire(id, of: device)
        try settle(&session, with: part)
        try check(append, against: session)
        let turn = resources.running.begin(id, interrupt: append.body.makeInterrupt())
        defer { resources.running.end(turn) }
        return try receive(append, into: part, session: session, turn: turn)
    }

    /// Throws what is wrong with a PATCH before its body is looked at, and takes no turn.
    ///
    /// - Throws: in this order `notFound`, `gone`, `uploadClosed`, `offsetMismatch`,
    ///   `unsupportedMediaType`.
    package func check(
        _ append: Append, to id: UploadID, of device: DeviceID
    ) throws(ServiceError) {
        try check(append, against: try session(id, of: device))
    }

    private func check(_ append: Append, against session: UploadSession) throws(ServiceError) {
        if session.status == .finalized || session.status == .rejected {
            throw ServiceError(.uploadClosed, "The upload is over.")
        }
        guard append.offset == session.offset else {
            throw ServiceError(
                .offsetMismatch, "The body does not begin where the upload stands.",
                facts: [.expectedOffset(session.offset)])
        }
        guard append.isOffsetStream else {
            throw ServiceError(
                .unsupportedMediaType, "The body must be application/offset+octet-stream.")
        }
    }

    /// Makes file and row agree: the shorter of the two is what can be promised.
    private func settle(
        _ session: inout UploadSession, with part: any LockedPart
    ) throws(ServiceError) {
        let length = try storage { () throws(StorageError) in try part.length() }
        if length > session.offset {
            let offset = session.offset
            try storage { () throws(StorageError) in try part.truncate(to: offset) }
        } else if length < session.offset {
            session.offset = length
            session.status = .receiving
            try save(session)
        }
    }

    /// A part that is not there: published meanwhile, deleted meanwhile, or lost.
    private func explain(
        _ error: StorageError, of id: UploadID, device: DeviceID
    ) throws(ServiceError) -> ServiceError {
        guard error.code == .missing else { return ServiceError(error) }
        let session = try session(id, of: device)
        guard session.status == .receiving || session.status == .complete else {
            return ServiceError(.uploadClosed, "The upload is over.")
        }
        try beginAnew(session)
        return ServiceError(
            .offsetMismatch, "The server lost what it had received; begin anew.",
            facts: [.expectedOffset(0)], diagnostic: "part of an open session is missing")
    }

    /// Gives a session whose part is lost an empty one.
    func beginAnew(_ session: UploadSession) throws(ServiceError) {
        try requireLibrary()
        try storage { () throws(StorageError) in try resources.parts.create(session.id) }
        var fresh = try acquire(session.id, of: session.device)
        guard fresh.status == .receiving || fresh.status == .complete else { return }
        fresh.offset = 0
        fresh.status = .receiving
        try save(fresh)
    }

    private func receive(
        _ append: Append, into part: any LockedPart, session: UploadSession,
        turn: RunningUploads.Turn
    ) throws(ServiceError) -> UploadSession {
        let prefix = prefixHasher(of: session)
        let hasher = append.digest == nil ? nil : resources.cryptography.makeHasher()
        var reception = Reception(
            part: part, from: session.offset, limit: session.sizeBytes ?? policy.maxBytes,
            hashing: resources.hashing.begin([prefix, hasher].compactMap(\.self)))
        var checkpoints = Checkpoints(session: session, service: self, part: part)
        if session.status == .receiving { try checkpoints.requireSpace(at: session.offset) }
        let ending = reception.receive(from: append.body) { offset throws(ServiceError) in
            try checkpoints.requireSpace(at: offset)
            // Under a digest nothing counts before the whole body is known to be right.
            if hasher == nil { try checkpoints.reached(offset) }
        }
        var ended = checkpoints.session
        if let digest = append.digest, let hasher {
            try keepNothing(unless: ending, hasher: hasher, is: digest, in: part, session: ended)
        }
        // What failed on the way would only fail again, and hide why it did.
        let isDue = reception.offset > ended.offset || ended.status == .receiving || ending.isWhole
        if isDue, !checkpoints.hasFailed {
            try persist(&ended, offset: reception.offset, part: part)
        }
        if let prefix, ended.offset == reception.offset {
            resources.prefixes.keep(prefix, of: ended)
        }
        try report(ending, session: ended, turn: turn)
        return ended
    }

    /// What took all bytes that are there; nil where this process did not see them all.
    private func prefixHasher(of session: UploadSession) -> (any ContentHasher)? {
        let kept = resources.prefixes.take(session)
        return session.offset == 0 ? resources.cryptography.makeHasher() : kept
    }

    /// Under a digest: all of the body, verified, or nothing of it.
    private func keepNothing(
        unless ending: Reception.Ending, hasher: any ContentHasher, is digest: ContentHash,
        in part: any LockedPart, session: UploadSession
    ) throws(ServiceError) {
        if case .complete = ending, hasher.finish() == digest { return }
        try storage { () throws(StorageError) in try part.truncate(to: session.offset) }
        switch ending {
        case .complete:
            throw ServiceError(
                .digestMismatch, "The body is not what its Content-Digest says.",
                facts: [.offset(session.offset)])
        case .cut: throw Self.cutShort
        case .exceeded: throw exceeded(session)
        case .failed(let error): throw error
        }
    }

    /// Bytes first, then the offset that promises them; the session stays as it is on failure.
    ///
    /// Throws `unauthorized` when the device was revoked since the request began.
    func persist(
        _ session: inout UploadSession, offset: Int64, part: any LockedPart, lifetime: Int? = nil
    ) throws(ServiceError) {
        let isTrusted = try store { () throws(StoreError) in
            try stores.devices.isTrusted(session.device)
        }
        guard isTrusted else { throw ServiceError.revoked }
        try storage { () throws(StorageError) in try part.synchronize() }
        var promised = session
        promised.offset = offset
        promised.status = offset == session.sizeBytes ? .complete : .receiving
        promised.expiresAt = resources.clock.now().advanced(
            bySeconds: lifetime ?? policy.sessionLifetime)
        try save(promised)
        session = promised
    }

    private func report(
        _ ending: Reception.Ending, session: UploadSession, turn: RunningUploads.Turn
    ) throws(ServiceError) {
        switch ending {
        case .complete: return
        case .exceeded: throw exceeded(session)
        case .cut where turn.isDisplaced:
            throw ServiceError(
                .uploadTakenOver, "Another request took this upload over.",
                facts: [.offset(session.offset)])
        case .cut: throw Self.cutShort
        case .failed(var error):
            error.facts.append(.offset(session.offset))
            throw error
        }
    }

    private func exceeded(_ session: UploadSession) -> ServiceError {
        ServiceError(
            .uploadExceedsSize, "The body goes beyond the announced size.",
            facts: [.offset(session.offset), .sizeBytes(session.sizeBytes ?? policy.maxBytes)])
    }

    /// What a client that is still there hears when the server stops, or a proxy gave up.
    static var cutShort: ServiceError {
        ServiceError(
            .unavailable, "The body was cut short; what came is kept.", retryAfter: 1,
            isInterruption: true)
    }
}
