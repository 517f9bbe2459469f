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
            return try closed(content, error)
        }
        guard file.size == content.size, file.content != nil else { return .wrongSize }
        do throws(StorageError) {
            let hash = try inventory.digest(file, read: pacer.took)
            return hash == content.hash ? nil : .wrongHash
        } catch {
            // Whether the file is bad or the whole storage is gone: asking again tells.
            do throws(StorageError) {
                return try inventory.file(of: content) == nil ? .missing : .unreadable
            } catch {
                return try closed(content, error)
            }
        }
    }

    /// `unreadable` where a directory above the file may not be entered, which is told by itself.
    ///
    /// Throws `error` for what else it is: most likely the storage is gone.
    private func closed(
        _ content: StoredContent, _ error: StorageError
    ) throws(ServiceError) -> Damage {
        let path = "library/" + blobs.location(of: content)
        let files = try storage { () throws(StorageError) in
            try inventory.files(in: content.hash.bytes[0])
        }
        let isClosed = files.contains { file in
            file.isDirectory && !file.hasRightAccess && path.hasPrefix(file.path + "/")
        }
        guard isClosed else { throw ServiceError(error) }
        return .unreadable
    }
}
