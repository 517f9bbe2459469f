import VelodyDomain

extension UploadService {
    /// How long an expired session is remembered, in seconds: 30 days.
    private static let memory = 30 * 86_400

    /// Clears away the parts of sessions that are over, and forgets sessions that ended long ago.
    ///
    /// An expired session's part is removed; so is what a finalize that was broken off after its
    /// commit left behind. A refused one's goes to quarantine. A part that somebody holds is left
    /// alone: who still receives it extends its session. A part without a session is not this
    /// function's to judge. May run anywhere, any number of times, in parallel too.
    /// - Returns: how many parts were cleared away.
    package func sweep() throws(ServiceError) -> Int {
        var count = 0
        for id in try storage({ () throws(StorageError) in try resources.parts.list() }) {
            if try isOver(find(id)), try clear(id) { count += 1 }
        }
        let limit = now.advanced(bySeconds: -Self.memory)
        try store { () throws(StoreError) in try stores.uploads.forgetExpired(before: limit) }
        return count
    }

    /// The uploads whose parts ``sweep()`` would clear away, but for those that somebody holds.
    func overdue() throws(ServiceError) -> [UploadID] {
        var overdue: [UploadID] = []
        for id in try storage({ () throws(StorageError) in try resources.parts.list() })
        where try isOver(find(id)) {
            overdue.append(id)
        }
        return overdue
    }

    /// Clears away what is left of a session that is over, if anything is: best effort.
    ///
    /// A commit that was made and not heard of leaves its part, and whoever asks again is answered
    /// from the row.
    func tidy(_ session: UploadSession) {
        guard isOver(session) else { return }
        _ = try? clear(session.id)
    }

    private func find(_ id: UploadID) throws(ServiceError) -> UploadSession? {
        try store { () throws(StoreError) in try stores.uploads.find(id) }
    }

    private func isOver(_ session: UploadSession?) -> Bool {
        guard let session else { return false }
        return [.expired, .finalized, .rejected].contains(session.status(at: now))
    }

    private func clear(_ id: UploadID) throws(ServiceError) -> Bool {
        let part: any LockedPart
        do { part = try resources.parts.lock(id, patience: 0) } catch {
            guard error.code == .locked || error.code == .missing else { throw ServiceError(error) }
            return false
        }
        defer { withExtendedLifetime(part) {} }
        // Under the lock, for a PATCH may have extended it a moment ago.
        guard let session = try find(id), isOver(session) else { return false }
        if let problem = session.problem {
            try quarantine(part, of: session, for: problem)
        } else {
            try storage { () throws(StorageError) in try resources.parts.remove(id) }
            if session.status != .finalized { try expire(id) }
        }
        return true
    }

    /// Says so in the row, once the part is gone: broken off in between, it is expired all the same.
    private func expire(_ id: UploadID) throws(ServiceError) {
        let acquired = try store { () throws(StoreError) in try stores.uploads.acquire(id) }
        guard var session = acquired, session.status(at: now) == .expired else { return }
        session.status = .expired
        try save(session)
    }

    /// Moves a refused file out of the way, with the reason beside it.
    func quarantine(
        _ part: any LockedPart, of session: UploadSession, for problem: UploadProblem
    ) throws(ServiceError) {
        let reason = QuarantineReason(problem, session: session, at: now).json
        try storage { () throws(StorageError) in
            try resources.blobs.quarantine(part, of: session.id, reason: reason)
        }
    }
}
