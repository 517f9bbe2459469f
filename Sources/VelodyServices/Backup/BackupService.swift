package import VelodyDomain

/// Makes backups: a dump of the database and a manifest of its files that agree.
///
/// Confined to the thread that made it. It works beside a running server.
package struct BackupService {
    /// What a backup came to.
    package struct Outcome: Equatable, Sendable {
        /// The set's name.
        package let set: String
        /// How many files belong to it, and what they take in bytes.
        package let files: Int
        package let bytes: Int64
        /// How many of them are new in the pool, and what was brought, in bytes.
        package internal(set) var fresh = 0
        package internal(set) var freshBytes: Int64 = 0
        /// How many files it lacks.
        package internal(set) var absent = 0
        /// How many sets, files and bytes were removed.
        package internal(set) var removedSets = 0
        package internal(set) var removedFiles = 0
        package internal(set) var removedBytes: Int64 = 0
        /// Whether older sets were kept although there are more than wanted: the new one is so
        /// much smaller that something may be wrong.
        package internal(set) var isSuspicious = false
    }

    private let shelf: any BackupShelf
    private let snapshots: any SnapshotStore
    private let dumps: any DatabaseDumps
    private let bond: StorageBond
    private let clock: any Clock
    let cryptography: any Cryptography

    package init(
        shelf: any BackupShelf, snapshots: any SnapshotStore, state: any LibraryStateStore,
        dumps: any DatabaseDumps, resources: Resources
    ) {
        self.shelf = shelf
        self.snapshots = snapshots
        self.dumps = dumps
        bond = StorageBond(state, resources.blobs)
        clock = resources.clock
        cryptography = resources.cryptography
    }

    /// Adds a set to the directory at `path`, and removes older ones beyond the newest `kept`; nil keeps all.
    ///
    /// From before the moment of the dump until the set is complete nothing is collected, so every
    /// file that the dump knows is there to be taken. May be broken off and repeated.
    /// - Throws: `unavailable` where database, storage or backups cannot be used, or the storage is not
    ///   the library's, or empty although the library is not.
    package func run(
        into path: String, keeping kept: Int?, tell: (BackupEvent) -> Void,
        advance: @escaping (BackupProgress) -> Void
    ) throws(ServiceError) -> Outcome {
        try bond.confirm()
        let builder = try archived { () throws(StorageError) in try shelf.write(path) }
        let name = try freshName(in: builder.archive)
        let hold = try store { () throws(StoreError) in try snapshots.hold() }
        defer { hold.release() }
        let (snapshot, database) = try dump(name, hold, builder)
        // A storage that has gone meanwhile must not look like a library that lost every file.
        try bond.confirm()
        var round = BackupRound(builder: builder, advance: advance)
        let entries = try round.take(snapshot, tell)
        let manifest = BackupManifest(
            createdAt: clock.now().rfc3339, schemaVersion: snapshot.schemaVersion,
            database: database, entries: entries)
        // A hold that was lost lets files be collected that were not taken yet.
        try store { () throws(StoreError) in try hold.confirm() }
        try archived { () throws(StorageError) in
            try builder.publish(name, manifest: manifest.text(cryptography))
        }
        var outcome = round.outcome(name, manifest)
        if let kept { try prune(builder, keeping: kept, newest: manifest, &outcome, tell) }
        return outcome
    }

    /// A name after all that are there, whatever the clock says: what is kept, and what is restored,
    /// goes by the order of names.
    private func freshName(in archive: any BackupArchive) throws(ServiceError) -> String {
        let now = clock.now().rfc3339.filter { $0 != "-" && $0 != ":" }
        let sets = try archived { () throws(StorageError) in try archive.sets() }
        guard let newest = sets.last(where: { $0.first?.isNumber == true }), newest >= now else {
            return now
        }
        let words = newest.split(separator: "-")
        let next = String((words.dropFirst().last.flatMap { Int($0) } ?? 0) + 1)
        return words[0] + "-" + String(repeating: "0", count: max(0, 4 - next.count)) + next
    }

    /// Reads the library and dumps the database, both of one moment.
    private func dump(
        _ name: String, _ hold: any BackupHold, _ builder: any BackupBuilder
    ) throws(ServiceError) -> (LibrarySnapshot, BackupFile) {
        let path = try archived { () throws(StorageError) in try builder.begin(name) }
        let snapshot = try store { () throws(StoreError) in try hold.beginReading() }
        try dumped { () throws(DumpError) in try dumps.write(snapshot.name, to: path) }
        try store { () throws(StoreError) in try hold.endReading() }
        let database = try archived { () throws(StorageError) in
            try builder.measureDatabase(of: name)
        }
        return (snapshot, database)
    }
}
