package import VelodyDomain

/// Checks backups by themselves: without the database they are of, its storage, or the server.
///
/// Confined to the thread that made it.
package struct BackupCheck {
    /// What a check came to.
    package struct Outcome: Equatable, Sendable {
        /// The sets that were looked at, oldest first.
        package internal(set) var sets: [BackupSummary] = []
        /// How many files were read, each once however many sets have it.
        package internal(set) var files = 0
        package internal(set) var bytes: Int64 = 0
        /// How many things are wrong.
        package internal(set) var wrong = 0
    }

    private let shelf: any BackupShelf
    private let dumps: any DatabaseDumps
    private let cryptography: any Cryptography

    package init(
        shelf: any BackupShelf, dumps: any DatabaseDumps, cryptography: any Cryptography
    ) {
        self.shelf = shelf
        self.dumps = dumps
        self.cryptography = cryptography
    }

    /// The sets of a directory, oldest first; those whose manifest cannot be read are told.
    package func list(
        _ path: String, tell: (BackupEvent) -> Void
    ) throws(ServiceError) -> [BackupSummary] {
        let archive = try archived { () throws(StorageError) in try shelf.read(path) }
        var summaries: [BackupSummary] = []
        for set in try archived({ () throws(StorageError) in try archive.sets() }) {
            guard let manifest = try BackupManifest.read(set, in: archive, cryptography) else {
                tell(BackupEvent(.badManifest, set: set))
                continue
            }
            summaries.append(BackupSummary(set, manifest))
        }
        return summaries
    }

    /// Reads all of `set`, or of every set: manifests, dumps, and each file once.
    ///
    /// Throws `notFound` where there is no such set, or none at all.
    package func run(
        _ path: String, set: String?, tell: (BackupEvent) -> Void,
        advance: (BackupProgress) -> Void
    ) throws(ServiceError) -> Outcome {
        let archive = try archived { () throws(StorageError) in try shelf.read(path) }
        var outcome = Outcome()
        var entries: [String: BackupManifest.Entry] = [:]
        for set in try chosen(set, of: archive) {
            guard let manifest = try BackupManifest.read(set, in: archive, cryptography) else {
                outcome.wrong += 1
                tell(BackupEvent(.badManifest, set: set))
                continue
            }
            if try !isWhole(manifest, set, archive) {
                outcome.wrong += 1
                tell(BackupEvent(.badDatabase, set: set))
            }
            outcome.sets.append(BackupSummary(set, manifest))
            // One set may lack what another has.
            entries.merge(manifest.entries.map { ($0.location, $0) }) { $0.isPresent ? $0 : $1 }
        }
        let sorted = entries.values.sorted { $0.location < $1.location }
        try look(at: sorted, in: archive, &outcome, tell, advance)
        return outcome
    }

    private func chosen(
        _ set: String?, of archive: any BackupArchive
    ) throws(ServiceError) -> [String] {
        let sets = try archived { () throws(StorageError) in try archive.sets() }
        guard let set else {
            guard sets.isEmpty else { return sets }
            throw ServiceError(.notFound, "There is no complete backup in that directory.")
        }
        guard sets.contains(set) else {
            throw ServiceError(.notFound, "There is no such backup in that directory.")
        }
        return [set]
    }

    private func isWhole(
        _ manifest: BackupManifest, _ set: String, _ archive: any BackupArchive
    ) throws(ServiceError) -> Bool {
        guard try manifest.hasDatabase(set, in: archive) else { return false }
        do throws(DumpError) { try dumps.check(archive.database(of: set)) } catch {
            guard error.code == .failed else { throw ServiceError(error) }
            return false
        }
        return true
    }

    private func look(
        at entries: [BackupManifest.Entry], in archive: any BackupArchive,
        _ outcome: inout Outcome, _ tell: (BackupEvent) -> Void,
        _ advance: (BackupProgress) -> Void
    ) throws(ServiceError) {
        var progress = BackupProgress()
        progress.total = entries.count
        for entry in entries {
            var bytes: Int64 = 0
            let damage = try archived { () throws(StorageError) in
                try archive.damage(of: entry.content) { bytes += Int64($0) }
            }
            progress.bytes += bytes
            progress.done += 1
            if let damage {
                outcome.wrong += 1
                tell(BackupEvent(entry.isPresent ? .damaged(damage) : .absent, entry))
            }
            advance(progress)
        }
        outcome.files = progress.done
        outcome.bytes = progress.bytes
    }
}
