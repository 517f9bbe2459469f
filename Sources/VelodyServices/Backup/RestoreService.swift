package import VelodyDomain

/// Fills an empty database and an empty storage from a backup.
///
/// Confined to the thread that made it.
package struct RestoreService {
    /// What a restore came to.
    package struct Outcome: Equatable, Sendable {
        /// The set that was restored.
        package let set: BackupSummary
        /// How many files are in their places.
        package internal(set) var files = 0
        /// How many bytes were read.
        package internal(set) var bytes: Int64 = 0
        /// How many files are missing or damaged, and noted as such.
        package internal(set) var missing = 0
        /// Whether the database has to be migrated before the server can use it.
        package internal(set) var needsMigration = false
    }

    private let shelf: any BackupShelf
    private let survey: any DatabaseSurvey
    private let dumps: any DatabaseDumps
    private let target: any RestoreTarget
    private let records: any BlobRecordStore
    private let blobs: any BlobStore
    private let clock: any Clock
    private let cryptography: any Cryptography
    private let schemaVersion: Int

    /// `schemaVersion` is the newest that this program knows.
    package init(
        shelf: any BackupShelf, survey: any DatabaseSurvey, dumps: any DatabaseDumps,
        target: any RestoreTarget, records: any BlobRecordStore, resources: Resources,
        schemaVersion: Int
    ) {
        self.shelf = shelf
        self.survey = survey
        self.dumps = dumps
        self.target = target
        self.records = records
        blobs = resources.blobs
        clock = resources.clock
        cryptography = resources.cryptography
        self.schemaVersion = schemaVersion
    }

    /// Restores `set`, or the newest one, of the directory at `path`, and checks that every record has its file.
    ///
    /// The files come first, then the database in one transaction, which begins a new epoch: a run
    /// that was broken off has left at most files, and is repeated. What is there already is never
    /// overwritten. `tell` hears of files that the backup lacks; their records are noted as damaged.
    /// - Throws: `preconditionFailed` where database or storage is not empty, the database was never
    ///   migrated or may not be filled, or the backup is of a newer version; `notFound` without a
    ///   backup; `internal` for a damaged one.
    package func run(
        _ path: String, set: String?, tell: (BackupEvent) -> Void,
        advance: (BackupProgress) -> Void
    ) throws(ServiceError) -> Outcome {
        let archive = try archived { () throws(StorageError) in try shelf.read(path) }
        let (set, manifest) = try choose(set, of: archive)
        try requireEmptiness(for: manifest)
        let storageID = try storage { () throws(StorageError) in try target.prepare() }
        var outcome = Outcome(set: BackupSummary(set, manifest))
        let damaged = try place(manifest, from: archive, &outcome, tell, advance)
        try dumped { () throws(DumpError) in
            try dumps.restore(
                archive.database(of: set), scratch: target.scratch(), storage: storageID)
        }
        outcome.needsMigration = manifest.schemaVersion < schemaVersion
        // An older schema may lack what the check reads; what is wrong then, verify finds later.
        if !outcome.needsMigration { try compare(manifest, damaged, &outcome) }
        return outcome
    }

    /// The set to restore, whose manifest and dump are whole.
    private func choose(
        _ set: String?, of archive: any BackupArchive
    ) throws(ServiceError) -> (String, BackupManifest) {
        let sets = try archived { () throws(StorageError) in try archive.sets() }
        guard let name = set ?? sets.last, sets.contains(name) else {
            throw ServiceError(.notFound, "There is no such backup in that directory.")
        }
        guard let manifest = try BackupManifest.read(name, in: archive, cryptography) else {
            throw ServiceError(
                .internal, "The manifest of \(name) is damaged: nothing is restored.")
        }
        guard try manifest.hasDatabase(name, in: archive) else {
            throw ServiceError(.internal, "The dump of \(name) is damaged: nothing is restored.")
        }
        guard manifest.schemaVersion <= schemaVersion else {
            throw ServiceError(
                .preconditionFailed,
                "The backup is of a newer version of Velody (schema \(manifest.schemaVersion)).")
        }
        return (name, manifest)
    }

    private func requireEmptiness(for manifest: BackupManifest) throws(ServiceError) {
        switch try store({ () throws(StoreError) in try survey.contents() }) {
        case .nothing: break
        case .library: throw ServiceError.databaseInUse
        case .foreign: throw ServiceError.databaseForeign
        case .unprepared: throw ServiceError.databaseUnprepared
        case .closed: throw ServiceError.databaseClosed
        }
        let known = Set(manifest.present.map(\.location))
        guard try storage({ () throws(StorageError) in try target.holdsMore(than: known) })
        else { return }
        throw ServiceError(
            .preconditionFailed,
            "The storage is not empty. A backup is restored into an empty one only.")
    }

    /// - Returns: what could not be put in its place, and why.
    private func place(
        _ manifest: BackupManifest, from archive: any BackupArchive, _ outcome: inout Outcome,
        _ tell: (BackupEvent) -> Void, _ advance: (BackupProgress) -> Void
    ) throws(ServiceError) -> [ContentHash: Damage] {
        var damaged: [ContentHash: Damage] = [:]
        var progress = BackupProgress()
        progress.total = manifest.entries.count
        for entry in manifest.entries {
            var bytes: Int64 = 0
            let damage = try storage { () throws(StorageError) in
                try target.place(entry.content, from: archive) { bytes += Int64($0) }
            }
            if let damage {
                damaged[entry.content.hash] = damage
                tell(BackupEvent(entry.isPresent ? .damaged(damage) : .absent, entry))
            } else {
                outcome.files += 1
            }
            progress.done += 1
            progress.bytes += bytes
            advance(progress)
        }
        outcome.bytes = progress.bytes
        return damaged
    }

    /// Notes every record whose file is not there, or not whole, so that the server asks for it again, and takes
    /// back what was noted of those that are.
    private func compare(
        _ manifest: BackupManifest, _ damaged: [ContentHash: Damage], _ outcome: inout Outcome
    ) throws(ServiceError) {
        var count = 0
        for bucket in UInt8.min...UInt8.max {
            let known = try store { () throws(StoreError) in try records.records(in: bucket) }
            count += known.count
            for record in known where try !settle(record, damaged[record.content.hash]) {
                outcome.missing += 1
            }
        }
        guard count == manifest.entries.count else {
            throw ServiceError(
                .internal,
                "The database knows \(count) files, the backup \(manifest.entries.count).")
        }
    }

    /// Whether its file is there, which was verified as it was placed unless that says `damage`.
    private func settle(_ record: BlobRecord, _ damage: Damage?) throws(ServiceError) -> Bool {
        let content = record.content
        let isPresent = try storage { () throws(StorageError) in try blobs.isPresent(content) }
        let found = isPresent ? damage : .missing
        try store { () throws(StoreError) in
            if let found {
                try records.markDamaged(content.hash, as: found, now: clock.now())
            } else if record.damage != nil {
                try records.clearDamage(of: content.hash)
            }
        }
        return found == nil
    }
}
