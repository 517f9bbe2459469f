import VelodyServices

/// `velody-admin backup DIR …`.
struct BackupOrder: Order {
    private let path: String
    private let kept: Int?

    /// Reads the words after `backup`, which may name another thing to do with backups.
    static func errand(_ arguments: inout Arguments) throws(UsageError) -> Errand {
        let word = try arguments.next("a directory, list or verify")
        switch word {
        case "list": return .archive(BackupListOrder(path: try BackupWords.path(&arguments)))
        case "verify": return .archive(try BackupCheckOrder(&arguments))
        default: return .library(try BackupOrder(word, &arguments))
        }
    }

    private init(_ word: String, _ arguments: inout Arguments) throws(UsageError) {
        path = try BackupWords.path(word)
        guard let count = arguments.value("keep") else {
            kept = nil
            return
        }
        guard let kept = Int(count), kept >= 1 else {
            throw UsageError("--keep is a number of backups, at least 1")
        }
        self.kept = kept
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        var isFine = true
        let outcome = try tools.backup.run(into: path, keeping: kept) { event in
            isFine = isFine && event.kind == .removed
            console.tell(BackupWords.record(of: event))
        } advance: { progress in
            console.show(BackupWords.progress(progress))
        }
        console.tell(Self.summary(outcome))
        if outcome.isSuspicious {
            console.complain(
                "The new backup has less than half the files of an older one: none was removed. "
                    + "If that is right, remove older ones by hand.")
        }
        return isFine && !outcome.isSuspicious ? .fine : .wrong
    }

    private static func summary(_ outcome: BackupService.Outcome) -> Record {
        let lack = outcome.absent == 0 ? "" : " It lacks \(outcome.absent) files."
        let removed =
            outcome.removedSets == 0
            ? ""
            : " Removed \(outcome.removedSets) older, \(ByteCount.text(outcome.removedBytes))."
        return Record(
            "summary",
            "Backup \(outcome.set): \(outcome.files) files, \(ByteCount.text(outcome.bytes)); "
                + "\(outcome.fresh) new, \(ByteCount.text(outcome.freshBytes)).\(lack)\(removed)",
            [
                ("set", .text(outcome.set)), ("files", .integer(Int64(outcome.files))),
                ("bytes", .integer(outcome.bytes)), ("new", .integer(Int64(outcome.fresh))),
                ("newBytes", .integer(outcome.freshBytes)),
                ("absent", .integer(Int64(outcome.absent))),
                ("removedSets", .integer(Int64(outcome.removedSets))),
                ("removedBytes", .integer(outcome.removedBytes)),
            ])
    }
}
