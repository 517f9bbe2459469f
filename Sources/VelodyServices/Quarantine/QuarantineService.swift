package import VelodyDomain

/// Shows refused files, and lets their owner decide about them.
///
/// Confined to the thread that made it.
package struct QuarantineService {
    private let quarantine: any QuarantineStore
    private let uploads: UploadService
    private var sessions: any UploadStore { uploads.stores.uploads }

    /// `uploads` publishes what is released, as it publishes any upload.
    package init(_ quarantine: any QuarantineStore, uploads: UploadService) {
        self.quarantine = quarantine
        self.uploads = uploads
    }

    /// All refused files, oldest first.
    package func list() throws(ServiceError) -> [QuarantineEntry] {
        var entries: [QuarantineEntry] = []
        for id in try storage({ () throws(StorageError) in try quarantine.list() }) {
            if let file = try file(id) { entries.append(QuarantineEntry(file)) }
        }
        return entries.sorted { ($0.since, $0.id.description) < ($1.since, $1.id.description) }
    }

    /// One refused file; throws `notFound`.
    package func entry(_ id: UploadID) throws(ServiceError) -> QuarantineEntry {
        QuarantineEntry(try required(id))
    }

    /// Removes one refused file for good, while its session stays refused; throws `notFound`.
    package func purge(_ id: UploadID) throws(ServiceError) {
        _ = try required(id)
        try storage { () throws(StorageError) in try quarantine.remove(id) }
    }

    /// Publishes a refused file that may be audio, with the warning `released-from-quarantine`.
    ///
    /// It goes the way of every upload, so locks and event are its; its session is then finalized.
    /// May be repeated, also after a crash.
    /// - Throws: `notFound`; `unsupportedAudio` or `invalidAudio` for what cannot be played, after
    ///   which it is refused as before; `uploadLocked`.
    package func release(_ id: UploadID) throws(ServiceError) -> UploadService.Finished {
        _ = try required(id)
        let found = try store { () throws(StoreError) in try sessions.acquire(id) }
        guard let session = found else {
            throw ServiceError(.notFound, "The database no longer knows this upload.")
        }
        let earlier = try finished(session)
        let finished = if let earlier { earlier } else { try publish(session) }
        try storage { () throws(StorageError) in try quarantine.remove(id) }
        return finished
    }

    /// What an earlier release came to that was broken off after its commit.
    private func finished(
        _ session: UploadSession
    ) throws(ServiceError) -> UploadService.Finished? {
        guard let result = session.result else { return nil }
        return UploadService.Finished(
            result: result, track: try uploads.track(result.track), isNew: false)
    }

    private func publish(_ refused: UploadSession) throws(ServiceError) -> UploadService.Finished {
        let parts = uploads.resources.parts
        try storage { () throws(StorageError) in try quarantine.putBack(refused.id) }
        do throws(ServiceError) {
            let part = try storage { () throws(StorageError) in
                try parts.lock(refused.id, patience: uploads.policy.patience)
            }
            let length = try storage { () throws(StorageError) in try part.length() }
            let hash = try storage { () throws(StorageError) in try part.digest(length: length) }
            let whole = reopened(refused, hash: hash, length: length)
            let isOurs = try store { () throws(StoreError) in try sessions.reopen(whole) }
            guard isOurs else {
                throw ServiceError(.uploadTakenOver, "Another request took this upload over.")
            }
            return try Ingest(service: uploads, part: part).release(whole, hash: hash)
        } catch {
            takeBack(refused)
            throw error
        }
    }

    /// All as it was, for the file is in quarantine still; unless the commit alone was not heard of.
    private func takeBack(_ refused: UploadSession) {
        guard let now = try? sessions.find(refused.id), now.result == nil else { return }
        _ = try? sessions.save(refused)
        try? uploads.resources.parts.remove(refused.id)
    }

    /// The session as if all had gone well so far.
    private func reopened(
        _ refused: UploadSession, hash: ContentHash, length: Int64
    ) -> UploadSession {
        var session = refused
        session.status = .complete
        session.problem = nil
        session.content = hash
        session.sizeBytes = length
        session.offset = length
        session.expiresAt = uploads.now.advanced(bySeconds: uploads.policy.sessionLifetime)
        return session
    }

    private func file(_ id: UploadID) throws(ServiceError) -> QuarantinedFile? {
        try storage { () throws(StorageError) in try quarantine.find(id) }
    }

    private func required(_ id: UploadID) throws(ServiceError) -> QuarantinedFile {
        guard let file = try file(id) else {
            throw ServiceError(.notFound, "There is no such file in quarantine.")
        }
        return file
    }
}
