import VelodyDomain

extension BackupService {
    /// Removes the sets beyond the newest `kept`, and the files that none of the others has.
    ///
    /// Where the new set has less than half the files of one that would go, the library is more
    /// likely wrong than the backup: then nothing is removed.
    func prune(
        _ builder: any BackupBuilder, keeping kept: Int, newest: BackupManifest,
        _ outcome: inout Outcome, _ tell: (BackupEvent) -> Void
    ) throws(ServiceError) {
        let archive = builder.archive
        let sets = try archived { () throws(StorageError) in try archive.sets() }
        let old = sets.dropLast(max(1, kept))
        guard !old.isEmpty else { return }
        var needed: Set<String> = []
        for set in sets {
            // A set that cannot be read may need any file.
            guard let manifest = try manifest(of: set, in: archive) else {
                return tell(BackupEvent(.badManifest, set: set))
            }
            guard !old.contains(set) else {
                outcome.isSuspicious =
                    outcome.isSuspicious || newest.present.count * 2 < manifest.present.count
                continue
            }
            needed.formUnion(manifest.present.map(\.location))
        }
        guard !outcome.isSuspicious else { return }
        for set in old {
            try archived { () throws(StorageError) in try builder.remove(set) }
            outcome.removedSets += 1
            tell(BackupEvent(.removed, set: set))
        }
        let swept = try archived { () throws(StorageError) in try builder.sweep(keeping: needed) }
        outcome.removedFiles = swept.count
        outcome.removedBytes = swept.bytes
    }

    private func manifest(
        of set: String, in archive: any BackupArchive
    ) throws(ServiceError) -> BackupManifest? {
        try BackupManifest.read(set, in: archive, cryptography)
    }
}
