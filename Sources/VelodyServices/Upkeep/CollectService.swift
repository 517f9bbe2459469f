package import VelodyDomain

/// Removes what nobody needs any more.
///
/// Confined to the thread that made it. It works beside a running server: whatever it removes, it
/// decides about once more under the lock that whoever might need it takes.
package struct CollectService {
    let uploads: UploadService
    let records: any BlobRecordStore
    private let snapshots: any SnapshotStore
    let inventory: any BlobInventory
    let quarantine: any QuarantineStore
    let policy: CollectionPolicy
    var stores: Stores { uploads.stores }
    var parts: any PartStore { uploads.resources.parts }
    var now: Timestamp { uploads.now }

    package init(
        uploads: UploadService, records: any BlobRecordStore, snapshots: any SnapshotStore,
        inventory: any BlobInventory, quarantine: any QuarantineStore, policy: CollectionPolicy
    ) {
        self.uploads = uploads
        self.records = records
        self.snapshots = snapshots
        self.inventory = inventory
        self.quarantine = quarantine
        self.policy = policy
    }

    /// Tells all that may go, and removes it where `applies`; what is unknown only where
    /// `takesUnknown` too.
    ///
    /// Never anything that a record or a running upload refers to. May be broken off and repeated.
    /// - Throws: `unavailable` where the storage cannot be used or is not the library's, somebody else collects, or a backup is
    ///   being made, which needs every file that its dump knows; `internal` where more files have no
    ///   record than one: then it is the database that is wrong, and no file is removed.
    package func run(
        applies: Bool, takesUnknown: Bool = false, tell: (Collected) -> Void
    ) throws(ServiceError) {
        guard applies else { return try walk(false, takesUnknown, tell) }
        guard let turn = try store({ () throws(StoreError) in try snapshots.reserveCollecting() })
        else {
            throw ServiceError(
                .unavailable,
                "A backup is being made, or collecting runs already: nothing is removed now.",
                retryAfter: 600)
        }
        defer { turn.release() }
        try walk(true, takesUnknown, tell)
    }

    private func walk(
        _ applies: Bool, _ takesUnknown: Bool, _ tell: (Collected) -> Void
    ) throws(ServiceError) {
        try uploads.requireLibrary()
        let (orphans, recorded) = try orphans()
        try requireTrust(orphans, recorded: recorded)
        try collectUploads(applies, tell)
        try collectParts(applies, tell)
        try collectContents(applies, tell)
        let unknown = takesUnknown ? [] : try unknown(among: orphans)
        for orphan in orphans {
            let isUnknown = unknown.contains(orphan.path)
            if applies, !isUnknown, try !removeOrphan(orphan) { continue }
            let kind: Collected.Kind = isUnknown ? .unknown : .orphan
            tell(Collected(kind: kind, name: orphan.path, size: orphan.size))
        }
        try collectQuarantine(applies, tell)
        for file in try storage({ () throws(StorageError) in try inventory.temporaryFiles() })
        where isOld(file.changedAt, policy.requestGrace) {
            if applies { try remove(file) }
            tell(Collected(kind: .temporary, name: file.path, size: file.size))
        }
    }

    /// An empty database, or another one, must not cost the files that the right one knows of.
    ///
    /// What counts are files: another library's database may have any number of records.
    private func requireTrust(_ orphans: [StoredFile], recorded: Int) throws(ServiceError) {
        // It may have gone while it was walked through.
        if orphans.isEmpty, recorded == 0 { try uploads.requireLibrary() }
        guard orphans.count > recorded else { return }
        throw ServiceError(
            .internal,
            "More files are without a record (\(orphans.count)) than with one (\(recorded)): "
                + "nothing is removed. Is the database the right one?")
    }

    func isOld(_ moment: Timestamp, _ seconds: Int) -> Bool {
        moment < now.advanced(bySeconds: -seconds)
    }

    func remove(_ file: StoredFile) throws(ServiceError) {
        try storage { () throws(StorageError) in try inventory.remove(file) }
    }
}
