import VelodyDomain

extension UploadService {
    /// How long an expired session is remembered, in seconds: 30 days.
    private static let memory = 30 * 86_400

    /// Removes the parts of sessions whose time is over, and forgets sessions that ended long ago.
    ///
    /// A part that somebody holds is left alone: who still receives it extends its session. A part
    /// without a session is not this function's to judge. May run anywhere, any number of times,
    /// in parallel too.
    /// - Returns: how many parts were removed.
    package func sweep() throws(ServiceError) -> Int {
        var count = 0
        for id in try storage({ () throws(StorageError) in try resources.parts.list() }) {
            if try isOver(id), try end(id) { count += 1 }
        }
        let limit = now.advanced(bySeconds: -Self.memory)
        try store { () throws(StoreError) in try stores.uploads.forgetExpired(before: limit) }
        return count
    }

    private func isOver(_ id: UploadID) throws(ServiceError) -> Bool {
        let session = try store { () throws(StoreError) in try stores.uploads.find(id) }
        return session?.status(at: now) == .expired
    }

    /// Removes the part, then says so in the row: broken off in between, it is done again.
    private func end(_ id: UploadID) throws(ServiceError) -> Bool {
        let part: any LockedPart
        do { part = try resources.parts.lock(id, patience: 0) } catch {
            guard error.code == .locked || error.code == .missing else { throw ServiceError(error) }
            return false
        }
        // Under the lock, for a PATCH may have extended it a moment ago.
        let acquired = try store { () throws(StoreError) in try stores.uploads.acquire(id) }
        guard var session = acquired, session.status(at: now) == .expired else { return false }
        try storage { () throws(StorageError) in try resources.parts.remove(id) }
        session.status = .expired
        try save(session)
        withExtendedLifetime(part) {}
        return true
    }
}
