import VelodyDomain

/// Decides about one received file, and publishes or quarantines it.
///
/// The caller holds the part's lock and the session's newest generation.
struct Ingest {
    /// The warning of a file that its owner vouched for.
    static let released = "released-from-quarantine"

    let service: UploadService
    let part: any LockedPart

    private var stores: Stores { service.stores }
    private var resources: Resources { service.resources }

    /// Takes a whole file whose digest is `hash` through to its end.
    func run(
        _ session: inout UploadSession, hash: ContentHash
    ) throws(ServiceError) -> UploadService.Finished {
        if let announced = session.content, announced != hash {
            throw try reject(
                &session,
                UploadProblem(
                    code: .hashMismatch, reason: nil,
                    detail: "The bytes received are not those that were announced."))
        }
        switch try examine(session, hash: hash, Verdict.problem) {
        case .refused(let problem): throw try reject(&session, problem)
        case .song(let song, let picture):
            return try publish(song, picture: picture, session: session)
        }
    }

    /// Publishes a file that was refused and that its owner vouches for, marked as such.
    ///
    /// Throws the refusal of what cannot be played all the same; session and file are then as before.
    func release(
        _ session: UploadSession, hash: ContentHash
    ) throws(ServiceError) -> UploadService.Finished {
        switch try examine(session, hash: hash, Verdict.problemDespiteRelease) {
        case .refused(let problem): throw ServiceError(problem)
        case .song(var song, let picture):
            if case .quarantine(let reason) = song.report.verdict {
                song.report.warnings.append(reason)
            }
            song.report.warnings.append(Self.released)
            return try publish(song, picture: picture, session: session)
        }
    }

    /// What an inspection came to.
    private enum Examined {
        case song(Song, picture: any TemporaryBlob)
        case refused(UploadProblem)
    }

    private func examine(
        _ session: UploadSession, hash: ContentHash,
        _ judge: (InspectionReport, Set<String>) -> UploadProblem?
    ) throws(ServiceError) -> Examined {
        let picture = try storage { () throws(StorageError) in
            try resources.blobs.makeTemporaryFile()
        }
        let report = try inspect(into: picture)
        if let problem = judge(report, service.policy.allowedTypes) { return .refused(problem) }
        guard let type = MediaType(rawValue: report.detectedType),
            let properties = report.properties
        else {
            throw ServiceError(
                .internal, "Something went wrong.", diagnostic: "accepted without properties")
        }
        let content = StoredContent(hash: hash, type: type, size: session.sizeBytes ?? 0)
        return .song(
            Song(content: content, properties: properties, report: report), picture: picture)
    }

    private func inspect(
        into picture: any TemporaryBlob
    ) throws(ServiceError) -> InspectionReport {
        let result = try storage { () throws(StorageError) in
            try part.withReadOnlyFile { file in
                picture.withWritableFile { sink in
                    Result { () throws(InspectionError) in
                        try resources.inspector.inspect(
                            file, picture: sink, readingTextAs: nil)
                    }
                }
            }
        }
        do { return try result.get() } catch { throw ServiceError(error) }
    }

    /// Resources before references: blobs first, then the one transaction, then the part's name.
    private func publish(
        _ song: Song, picture: any TemporaryBlob, session: UploadSession
    ) throws(ServiceError) -> UploadService.Finished {
        let lock = try store { () throws(StoreError) in try stores.tracks.lock(song.content.hash) }
        defer { lock.release() }
        try service.requireLibrary()
        try storage { () throws(StorageError) in
            try resources.blobs.publish(part, as: song.content)
        }
        let found = FoundPicture(song.report.picture, in: picture, at: service.now)
        let result = try found.publish(stores, resources) { artwork throws(ServiceError) in
            try record(song, artwork: artwork, session: session)
        }
        // The song is in the library, and that is the answer: a sweep removes what stays behind.
        try? resources.parts.remove(session.id)
        return UploadService.Finished(
            result: result, track: try service.track(result.track), isNew: result.created)
    }

    private func record(
        _ song: Song, artwork: Artwork?, session: UploadSession
    ) throws(ServiceError) -> UploadResult {
        let now = service.now
        let asset = AudioAsset(
            id: AudioAssetID(at: now, random: resources.cryptography.randomBytes(16)),
            content: song.content, properties: song.properties, warnings: song.report.warnings,
            originalFilename: session.filename, sourceDevice: session.device, createdAt: now)
        var name = TrackMetadata()
        name.title = Filename.stem(of: session.filename)
        let publication = Publication(
            upload: session.id, generation: session.generation, asset: asset, artwork: artwork,
            newTrack: TrackID(at: now, random: resources.cryptography.randomBytes(16)),
            metadata: song.report.metadata.filled(from: session.hint).filled(from: name),
            existingTrack: session.existingTrack, now: now)
        return try store { () throws(StoreError) in try stores.tracks.publish(publication) }
    }

    /// Remembers the refusal, moves the file out of the way, and returns what to throw.
    ///
    /// The row comes first: a refused file that stays behind is collected, but a session that
    /// looked whole without its file would be begun anew.
    private func reject(
        _ session: inout UploadSession, _ problem: UploadProblem
    ) throws(ServiceError) -> ServiceError {
        var refused = session
        refused.status = .rejected
        refused.problem = problem
        try service.save(refused)
        session = refused
        var refusal = ServiceError(problem)
        refusal.diagnostic = problem.reason
        do { try service.quarantine(part, of: session, for: problem) } catch {
            // Refused it is, whatever becomes of the file: a sweep tries again to move it.
            refusal.diagnostic = "not quarantined: " + (error.diagnostic ?? error.detail)
        }
        return refusal
    }

    /// What is known of a file that was accepted.
    private struct Song {
        let content: StoredContent
        let properties: AudioProperties
        var report: InspectionReport
    }
}
