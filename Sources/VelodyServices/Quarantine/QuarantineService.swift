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
    /// May be repeated, also after a crash, or while another release runs.
    /// - Throws: `notFound`; `unsupportedAudio` or `invalidAudio` for what cannot be played, after
    ///   which it is refused as before; `uploadLocked`; `uploadTakenOver` where another release was
    ///   faster, and failed.
    package func release(_ id: UploadID) throws(ServiceError) -> UploadService.Finished {
        _ = try required(id)
        let finished = if let earlier = try finished(id) { earlier } else { try publish(id) }
        try storage { () throws(StorageError) in try quarantine.remove(id) }
        return finished
    }

    /// What an earlier release came to that was broken off after its commit.
    private func finished(_ id: UploadID) throws(ServiceError) -> UploadService.Finished? {
        let session = try store { () throws(StoreError) in try sessions.find(id) }
        guard let session else { throw Self.unknown }
        guard let result = session.result else { return nil }
        return UploadService.Finished(
            result: result, track: try uploads.track(result.track), isNew: false)
    }

    /// Makes a part of the file again, and works on it under its lock, as everybody does.
    private func publish(_ id: UploadID) throws(ServiceError) -> UploadService.Finished {
        try storage { () throws(StorageError) in try quarantine.putBack(id) }
        guard let part = try lock(id) else {
            // Another release, which ended while this one waited, has taken it away.
            if let finished = try finished(id) { return finished }
            throw Self.takenOver
        }
        defer { withExtendedLifetime(part) {} }
        var refused: UploadSession?
        do throws(ServiceError) {
            if let earlier = try finished(id) {
                try storage { () throws(StorageError) in try uploads.resources.parts.remove(id) }
                return earlier
            }
            refused = try store { () throws(StoreError) in try sessions.acquire(id) }
            guard let refused else { throw Self.unknown }
            return try publish(refused, part)
        } catch {
            takeBack(id, refused)
            throw error
        }
    }

    /// Nil where the part is gone.
    private func lock(_ id: UploadID) throws(ServiceError) -> (any LockedPart)? {
        let (parts, patience) = (uploads.resources.parts, uploads.policy.patience)
        do { return try parts.lock(id, patience: patience) } catch {
            guard error.code == .missing else { throw ServiceError(error) }
            return nil
        }
    }

    private func publish(
        _ refused: UploadSession, _ part: any LockedPart
    ) throws(ServiceError) -> UploadService.Finished {
        let length = try storage { () throws(StorageError) in try part.length() }
        let hash = try storage { () throws(StorageError) in try part.digest(length: length) }
        let whole = reopened(refused, hash: hash, length: length)
        guard try store({ () throws(StoreError) in try sessions.reopen(whole) }) else {
            throw Self.takenOver
        }
        return try Ingest(service: uploads, part: part).release(whole, hash: hash)
    }

    /// All as it was, for the file is in quarantine still; unless the commit alone was not heard of.
    ///
    /// The caller holds the part's lock.
    private func takeBack(_ id: UploadID, _ refused: UploadSession?) {
        guard let now = try? sessions.find(id), now.result == nil else { return }
        if let refused { _ = try? sessions.save(refused) }
        try? uploads.resources.parts.remove(id)
    }

    private static var takenOver: ServiceError {
        ServiceError(.uploadTakenOver, "Another request took this upload over.")
    }

    private static var unknown: ServiceError {
        ServiceError(.notFound, "The database no longer knows this upload.")
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
