import VelodyDomain

/// One walk through the library.
///
/// Confined to one thread.
final class VerifyRound {
    let service: VerifyService
    let options: VerifyService.Options
    let pacer: Pacer
    private let tell: (Finding) -> Void
    var standing = VerifyService.Standing()
    /// Contents that are damaged and not healed yet.
    private var damaged: Set<ContentHash> = []
    /// Songs without a record, of those that are looked at now, that the database has heard of.
    private var heard: Set<ContentHash> = []

    init(
        service: VerifyService, options: VerifyService.Options, pacer: Pacer,
        tell: @escaping (Finding) -> Void
    ) {
        self.service = service
        self.options = options
        self.pacer = pacer
        self.tell = tell
    }

    /// Looks at everything whose hash begins with `bucket`.
    func look(at bucket: UInt8) throws(ServiceError) {
        let files = try storage { () throws(StorageError) in
            try service.inventory.files(in: bucket)
        }
        var expected: [String: BlobRecord] = [:]
        for record in try store({ () throws(StoreError) in
            try service.records.records(in: bucket)
        }) {
            expected[path(of: record.content)] = record
        }
        standing.done += expected.count
        try listen(for: files.filter { expected[$0.path] == nil })
        for file in files {
            if let record = expected.removeValue(forKey: file.path) {
                try look(at: file, record)
            } else {
                try lookAtStranger(file)
            }
        }
        for record in expected.values.sorted(by: { $0.content.hash.hex < $1.content.hash.hex }) {
            try confirm(record.content.hash)
        }
        standing.bytes = pacer.bytes
        standing.after = bucket
    }

    /// Looks at what lies outside of every bucket.
    func lookAtStrays() throws(ServiceError) {
        let strays = try storage { () throws(StorageError) in try service.inventory.strays() }
        try listen(for: strays)
        for file in strays { try lookAtStranger(file) }
    }

    /// Asks about all of them at once: a song that was never heard of is not collected by itself.
    private func listen(for strangers: [StoredFile]) throws(ServiceError) {
        let songs = strangers.filter(isOld).compactMap(\.content).filter(\.type.isAudio)
        heard =
            try songs.isEmpty
            ? []
            : store { () throws(StoreError) in
                try service.records.heard(among: songs.map(\.hash))
            }
    }

    private func look(at file: StoredFile, _ record: BlobRecord) throws(ServiceError) {
        if !file.hasRightAccess { try restoreAccess(of: file) }
        let damage = try service.damage(of: record.content, pacer)
        if damage != nil || record.damage != nil { try confirm(record.content.hash) }
    }

    /// Decides about a content that looks damaged or is noted as such, with nobody else at it.
    private func confirm(_ content: ContentHash) throws(ServiceError) {
        try service.exclusively(content) { () throws(ServiceError) in
            guard let record = try service.record(of: content) else { return }
            guard let damage = try service.damage(of: record.content, pacer) else {
                guard record.damage != nil else { return }
                try service.clearDamage(of: content)
                return found(.whole, path(of: record.content), content, .repaired)
            }
            try service.note(damage, of: content)
            damaged.insert(content)
            found(Finding.Kind(damage), path(of: record.content), content, .uploadAgain)
        }
    }

    /// Looks at what no record refers to under that name.
    private func lookAtStranger(_ file: StoredFile) throws(ServiceError) {
        guard !file.isDirectory else { return try restoreAccess(of: file) }
        guard isOld(file), try !isAwaited(file) else { return }
        if options.repairs, try adopt(file) { return }
        let isOurs = file.content != nil || file.isReplacement
        let isCollected = isOurs && isHeardOf(file)
        found(
            isOurs ? .orphan : .stray, file.path, file.content?.hash,
            isCollected ? .collect : .byHand)
    }

    private func isHeardOf(_ file: StoredFile) -> Bool {
        guard let content = file.content, content.type.isAudio else { return true }
        return heard.contains(content.hash)
    }

    /// A young file may be one whose record is about to be written.
    private func isOld(_ file: StoredFile) -> Bool {
        file.changedAt <= service.clock.now().advanced(bySeconds: -options.grace)
    }

    /// Whether its record was written a moment ago.
    private func isAwaited(_ file: StoredFile) throws(ServiceError) -> Bool {
        guard let content = file.content else { return false }
        let record = try service.exclusively(content.hash) { () throws(ServiceError) in
            try service.record(of: content.hash)
        }
        return record.map { path(of: $0.content) == file.path } ?? false
    }

    /// Takes a file whose bytes are exactly what is missing elsewhere.
    private func adopt(_ file: StoredFile) throws(ServiceError) -> Bool {
        guard let hash = try? service.inventory.digest(file, read: pacer.took) else { return false }
        return try service.exclusively(hash) { () throws(ServiceError) in
            guard let record = try service.record(of: hash), record.content.size == file.size,
                try service.damage(of: record.content, pacer) != nil
            else { return false }
            try storage { () throws(StorageError) in
                try service.inventory.adopt(file, as: record.content)
            }
            try service.clearDamage(of: hash)
            if damaged.remove(hash) != nil { standing.wrong -= 1 }
            found(.stray, file.path, hash, .repaired)
            return true
        }
    }

    private func restoreAccess(of file: StoredFile) throws(ServiceError) {
        guard options.repairs else {
            return found(.wrongAccess, file.path, file.content?.hash, .repair)
        }
        do throws(StorageError) {
            try service.inventory.restoreAccess(of: file)
            found(.wrongAccess, file.path, file.content?.hash, .repaired)
        } catch {
            found(.wrongAccess, file.path, file.content?.hash, .byHand)
        }
    }

    private func found(
        _ kind: Finding.Kind, _ path: String, _ content: ContentHash?, _ outcome: Finding.Outcome
    ) {
        if outcome == .repaired { standing.repaired += 1 } else { standing.wrong += 1 }
        tell(Finding(kind: kind, path: path, content: content, outcome: outcome))
    }

    private func path(of content: StoredContent) -> String {
        "library/" + service.blobs.location(of: content)
    }
}
