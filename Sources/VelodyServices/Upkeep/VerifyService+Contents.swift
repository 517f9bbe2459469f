import VelodyDomain

extension VerifyService {
    /// Runs `body` while nobody publishes or collects this content.
    func exclusively<R>(
        _ content: ContentHash, _ body: () throws(ServiceError) -> R
    ) throws(ServiceError) -> R {
        let lock = try store { () throws(StoreError) in try tracks.lock(content) }
        defer { lock.release() }
        return try body()
    }

    func record(of content: ContentHash) throws(ServiceError) -> BlobRecord? {
        try store { () throws(StoreError) in try records.record(of: content) }
    }

    func note(_ damage: Damage, of content: ContentHash) throws(ServiceError) {
        try store { () throws(StoreError) in
            try records.markDamaged(content, as: damage, now: clock.now())
        }
    }

    func clearDamage(of content: ContentHash) throws(ServiceError) {
        try store { () throws(StoreError) in try records.clearDamage(of: content) }
    }

    /// What is wrong with the file of `content`, read to its end; nil for one that is whole.
    func damage(of content: StoredContent, _ pacer: Pacer) throws(ServiceError) -> Damage? {
        let file: StoredFile
        do throws(StorageError) {
            guard let found = try inventory.file(of: content) else { return .missing }
            file = found
        } catch {
            return try unreadable(content)
        }
        guard file.size == content.size, file.content != nil else { return .wrongSize }
        do throws(StorageError) {
            let hash = try inventory.digest(file, read: pacer.took)
            return hash == content.hash ? nil : .wrongHash
        } catch {
            return try unreadable(content)
        }
    }

    /// Whether the file is bad, or its directory, or the whole storage is gone: looking at what lies
    /// around it tells.
    private func unreadable(_ content: StoredContent) throws(ServiceError) -> Damage {
        _ = try storage { () throws(StorageError) in
            try inventory.files(in: content.hash.bytes[0])
        }
        guard let file = try? inventory.file(of: content) else {
            return .unreadable
        }
        return file.content == nil ? .missing : .unreadable
    }
}
