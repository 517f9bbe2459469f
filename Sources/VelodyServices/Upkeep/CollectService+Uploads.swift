import VelodyDomain

extension CollectService {
    /// What uploads left whose time is over: the server's own sweep, done now.
    func collectUploads(_ applies: Bool, _ tell: (Collected) -> Void) throws(ServiceError) {
        let overdue = try uploads.overdue()
        if applies { _ = try uploads.sweep() }
        for id in overdue {
            tell(Collected(kind: .expiredUpload, name: id.description, size: 0))
        }
    }

    /// Parts that no session knows: nobody was ever told of them.
    func collectParts(_ applies: Bool, _ tell: (Collected) -> Void) throws(ServiceError) {
        for id in try storage({ () throws(StorageError) in try parts.list() }) where try isStray(id)
        {
            if applies, try !removePart(id) { continue }
            tell(Collected(kind: .strayPart, name: id.description, size: 0))
        }
    }

    /// Refused files that lie there for long; their sessions still say why they were refused.
    func collectQuarantine(_ applies: Bool, _ tell: (Collected) -> Void) throws(ServiceError) {
        for id in try storage({ () throws(StorageError) in try quarantine.list() }) {
            let file = try storage { () throws(StorageError) in try quarantine.find(id) }
            guard let file, isOld(file.since, policy.quarantineRetention) else { continue }
            if applies { try storage { () throws(StorageError) in try quarantine.remove(id) } }
            tell(Collected(kind: .quarantined, name: id.description, size: file.size ?? 0))
        }
    }

    /// A session is inserted right after its part: only an old part is a stray.
    private func isStray(_ id: UploadID) throws(ServiceError) -> Bool {
        let changed = try storage { () throws(StorageError) in try parts.changedAt(id) }
        guard let changed, isOld(changed, policy.requestGrace) else { return false }
        return try store { () throws(StoreError) in try stores.uploads.find(id) } == nil
    }

    private func removePart(_ id: UploadID) throws(ServiceError) -> Bool {
        let part: any LockedPart
        do { part = try parts.lock(id, patience: 0) } catch {
            guard error.code == .locked || error.code == .missing else { throw ServiceError(error) }
            return false
        }
        defer { withExtendedLifetime(part) {} }
        guard try isStray(id) else { return false }
        try storage { () throws(StorageError) in try parts.remove(id) }
        return true
    }
}
