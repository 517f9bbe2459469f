import VelodyServices

/// `velody-admin backup verify DIR …`.
struct BackupCheckOrder: ArchiveOrder {
    private let path: String
    private let set: String?

    /// Reads the words after `backup verify`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        path = try BackupWords.path(&arguments)
        set = arguments.value("set")
    }

    func perform(with check: BackupCheck, on console: Console) throws(ServiceError) -> ExitCode {
        let outcome = try check.run(path, set: set) { event in
            console.tell(BackupWords.record(of: event))
        } advance: { progress in
            console.show(BackupWords.progress(progress))
        }
        for set in outcome.sets { console.tell(BackupWords.record(of: set)) }
        console.tell(
            Record(
                "summary",
                "\(outcome.sets.count) backups looked at, \(outcome.files) files, "
                    + "\(ByteCount.text(outcome.bytes)) read: \(outcome.wrong) wrong.",
                [
                    ("sets", .integer(Int64(outcome.sets.count))),
                    ("files", .integer(Int64(outcome.files))),
                    ("bytes", .integer(outcome.bytes)), ("wrong", .integer(Int64(outcome.wrong))),
                ]))
        return outcome.wrong == 0 ? .fine : .wrong
    }
}
