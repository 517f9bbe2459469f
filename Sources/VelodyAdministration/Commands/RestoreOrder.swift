import VelodyServices

/// `velody-admin restore DIR …`.
struct RestoreOrder: Order {
    private let path: String
    private let set: String?

    /// Reads the words after `restore`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        path = try BackupWords.path(&arguments)
        set = arguments.value("set")
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        var isFine = true
        let outcome = try tools.restore.run(path, set: set) { event in
            isFine = false
            console.tell(BackupWords.record(of: event))
        } advance: { progress in
            console.show(BackupWords.progress(progress))
        }
        console.tell(Self.summary(outcome))
        if outcome.needsMigration {
            console.complain("The backup is of an older version: run sql/migrate now.")
        }
        return isFine && outcome.missing == 0 ? .fine : .wrong
    }

    private static func summary(_ outcome: RestoreService.Outcome) -> Record {
        let lack =
            outcome.missing == 0
            ? "Every record has its file."
            : "\(outcome.missing) files are missing: upload them again."
        return Record(
            "summary",
            "Restored \(outcome.set.set): \(outcome.files) files, "
                + "\(ByteCount.text(outcome.set.bytes)). \(lack)",
            [
                ("set", .text(outcome.set.set)), ("createdAt", .text(outcome.set.createdAt)),
                ("files", .integer(Int64(outcome.files))), ("bytes", .integer(outcome.set.bytes)),
                ("missing", .integer(Int64(outcome.missing))),
                ("needsMigration", .flag(outcome.needsMigration)),
            ])
    }
}
