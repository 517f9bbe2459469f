import VelodyServices

/// `velody-admin backup list DIR`.
struct BackupListOrder: ArchiveOrder {
    let path: String

    func perform(with check: BackupCheck, on console: Console) throws(ServiceError) -> ExitCode {
        var isFine = true
        let sets = try check.list(path) { event in
            isFine = false
            console.tell(BackupWords.record(of: event))
        }
        for set in sets { console.tell(BackupWords.record(of: set)) }
        return isFine ? .fine : .wrong
    }
}
