import VelodyDomain
import VelodyServices

/// What the commands about backups say alike.
enum BackupWords {
    /// The directory with backups, as it is given.
    static func path(_ arguments: inout Arguments) throws(UsageError) -> String {
        try path(arguments.next("the directory with the backups"))
    }

    /// A path without a trailing slash, as the storage wants it.
    static func path(_ word: String) throws(UsageError) -> String {
        var path = word[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        guard !path.isEmpty else { throw UsageError("the directory with the backups is missing") }
        return String(path)
    }

    static func progress(_ progress: BackupProgress) -> Progress {
        Progress(
            unit: "files", done: Int64(progress.done), total: Int64(progress.total),
            bytes: progress.bytes)
    }

    static func record(of event: BackupEvent) -> Record {
        let what = event.path ?? event.set ?? ""
        let (kind, advice) = words(event.kind)
        return Record(
            event.kind == .removed ? "removed" : "finding", "\(kind): \(what) (\(advice))",
            [
                ("kind", .text(kind)), ("set", .text(event.set)), ("path", .text(event.path)),
                ("sha256", .text(event.content?.hex)),
            ])
    }

    static func record(of set: BackupSummary) -> Record {
        let lack = set.absent == 0 ? "" : "  lacks \(set.absent)"
        return Record(
            "set",
            "\(set.set)  \(set.files) files  \(ByteCount.text(set.bytes))  "
                + "schema \(set.schemaVersion)\(lack)",
            [
                ("set", .text(set.set)), ("createdAt", .text(set.createdAt)),
                ("schema", .integer(Int64(set.schemaVersion))),
                ("files", .integer(Int64(set.files))), ("bytes", .integer(set.bytes)),
                ("absent", .integer(Int64(set.absent))),
            ])
    }

    private static func words(_ kind: BackupEvent.Kind) -> (String, String) {
        switch kind {
        case .damaged(let damage): (damage.rawValue, "not as it should be")
        case .absent: ("absent", "the library did not have it when the backup was made")
        case .badManifest: ("bad-manifest", "the backup cannot be used")
        case .badDatabase: ("bad-database", "the backup cannot be used")
        case .removed: ("removed", "older than those that are kept")
        }
    }
}
