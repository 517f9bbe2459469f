import VelodyDomain

/// Takes all files of one set into the pool.
struct BackupRound {
    private let builder: any BackupBuilder
    private let advance: (BackupProgress) -> Void
    private var progress = BackupProgress()
    private var fresh = 0
    private var freshBytes: Int64 = 0

    init(builder: any BackupBuilder, advance: @escaping (BackupProgress) -> Void) {
        self.builder = builder
        self.advance = advance
    }

    /// Takes what the library has; `tell` hears of what it has not.
    mutating func take(
        _ snapshot: LibrarySnapshot, _ tell: (BackupEvent) -> Void
    ) throws(ServiceError) -> [BackupManifest.Entry] {
        progress.total = snapshot.contents.count
        var entries: [BackupManifest.Entry] = []
        for content in snapshot.contents {
            let taking = try take(content, snapshot.damaged.contains(content.hash))
            let entry = BackupManifest.Entry(
                content: content, location: builder.archive.location(of: content),
                isPresent: !taking.isRefusal)
            if case .refused(let damage) = taking { tell(BackupEvent(.damaged(damage), entry)) }
            entries.append(entry)
            progress.done += 1
            advance(progress)
        }
        return entries
    }

    /// What it came to so far.
    func outcome(_ set: String, _ manifest: BackupManifest) -> BackupService.Outcome {
        let present = manifest.present.count
        var outcome = BackupService.Outcome(set: set, files: present, bytes: manifest.bytes)
        outcome.fresh = fresh
        outcome.freshBytes = freshBytes
        outcome.absent = manifest.entries.count - present
        return outcome
    }

    private mutating func take(
        _ content: StoredContent, _ isDoubted: Bool
    ) throws(ServiceError) -> BackupTaking {
        var bytes: Int64 = 0
        let taking = try archived { () throws(StorageError) in
            try builder.take(content, isDoubted: isDoubted) { bytes += Int64($0) }
        }
        progress.bytes += bytes
        if taking == .linked || taking == .copied {
            fresh += 1
            freshBytes += content.size
        }
        return taking
    }
}

extension BackupTaking {
    /// Whether the pool does not have the file.
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
