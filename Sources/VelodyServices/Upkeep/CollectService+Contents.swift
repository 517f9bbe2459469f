import VelodyDomain

extension CollectService {
    private var limits: CollectionLimits {
        CollectionLimits(
            deletedBefore: now.advanced(bySeconds: -policy.deletedRetention),
            supersededBefore: now.advanced(bySeconds: -policy.supersededRetention))
    }

    /// Contents that records refer to, and that nobody can hear or see any more.
    func collectContents(_ applies: Bool, _ tell: (Collected) -> Void) throws(ServiceError) {
        let limits = limits
        let found = try store { () throws(StoreError) in try records.collectable(limits) }
        for each in found {
            if applies, try !collect(each.content, limits) { continue }
            let name = "library/" + uploads.resources.blobs.location(of: each.content)
            tell(Collected(kind: kind(of: each.reason), name: name, size: each.content.size))
        }
    }

    /// The record first: a crash in between leaves an orphan, never a record without its file.
    ///
    /// A storage that only reads costs no record.
    private func collect(
        _ content: StoredContent, _ limits: CollectionLimits
    ) throws(ServiceError) -> Bool {
        let lock = try store { () throws(StoreError) in try stores.tracks.lock(content.hash) }
        defer { lock.release() }
        let file = try storage { () throws(StorageError) in try inventory.file(of: content) }
        if let file {
            try storage { () throws(StorageError) in try inventory.requireRemovable(file) }
        }
        let isCollected = try store { () throws(StoreError) in
            try records.collect(content.hash, within: limits, now: now)
        }
        guard isCollected else { return false }
        if let file { try remove(file) }
        return true
    }

    /// Old files that are blobs, or were to become one, and that no record refers to; and how many
    /// files have a record.
    func orphans() throws(ServiceError) -> (orphans: [StoredFile], recorded: Int) {
        var (orphans, recorded) = ([StoredFile](), 0)
        for bucket in UInt8.min...UInt8.max {
            let files = try storage { () throws(StorageError) in try inventory.files(in: bucket) }
            guard !files.isEmpty else { continue }
            let known = Set(
                try store { () throws(StoreError) in try records.records(in: bucket) }
                    .map { "library/" + uploads.resources.blobs.location(of: $0.content) })
            let strangers = files.filter { !known.contains($0.path) }
            recorded += files.count - strangers.count
            orphans += strangers.filter {
                isCandidate($0) && isOld($0.changedAt, policy.orphanGrace)
            }
        }
        return (orphans, recorded)
    }

    /// The paths of songs that the database never heard of: it may be an older one than the files.
    ///
    /// A finalize that was broken off leaves its upload. Pictures have none; beside unknown songs they
    /// are taken for theirs.
    func unknown(among orphans: [StoredFile]) throws(ServiceError) -> Set<String> {
        var songs = orphans.filter { $0.content?.type.isAudio == true }[...]
        var unknown: Set<String> = []
        while !songs.isEmpty {
            let some = songs.prefix(5_000)
            songs = songs.dropFirst(some.count)
            let heard = try store { () throws(StoreError) in
                try records.heard(among: some.compactMap(\.content?.hash))
            }
            unknown.formUnion(
                some.filter { $0.content.map { !heard.contains($0.hash) } ?? true }.map(\.path))
        }
        guard !unknown.isEmpty else { return [] }
        let pictures = orphans.filter { $0.content?.type.isAudio == false }
        return unknown.union(pictures.map(\.path))
    }

    /// Whether it was still an orphan with nobody else at it, and is gone.
    func removeOrphan(_ file: StoredFile) throws(ServiceError) -> Bool {
        guard let content = file.content else {
            try remove(file)
            return true
        }
        let lock = try store { () throws(StoreError) in try stores.tracks.lock(content.hash) }
        defer { lock.release() }
        let record = try store { () throws(StoreError) in try records.record(of: content.hash) }
        if let record, record.content.type == content.type { return false }
        try remove(file)
        return true
    }

    private func isCandidate(_ file: StoredFile) -> Bool {
        !file.isDirectory && (file.content != nil || file.isReplacement)
    }

    private func kind(of reason: Collectable.Reason) -> Collected.Kind {
        switch reason {
        case .deletedTrack: .deletedTrack
        case .superseded: .superseded
        case .unusedPicture: .unusedPicture
        }
    }
}
