import FoundationEssentials

/// The steps of each operation that last, by name and in order: before each of them something dies.
///
/// `*` stands for what differs from run to run, `**` for two digits of a hash. A step is a system call
/// and its place, or a statement; of a transaction its COMMIT.
enum CrashPoints {
    /// What a rehearsal of the operation must show.
    static func of(_ operation: CrashOperation) -> [String] {
        switch operation {
        case .prepare: prepare
        case .patch: patch
        case .finalize: finalize
        case .heal: heal
        case .direct: direct
        case .reject: reject
        case .cancel: cancel
        case .delete: delete
        case .release: release
        case .purge: purge
        case .collect: collect
        case .sweep: sweep
        case .backup: backup
        }
    }

    /// A sixth of the steps each day, in turn; all of them with `make crash`.
    static func isDue(_ number: Int) -> Bool {
        let day = Int(Date().timeIntervalSince1970 / 86_400)
        return ProcessInfo.processInfo.environment["CRASH_ALL"] != nil || number % 6 == day % 6
    }

    private static let prepare = [
        "create incoming/*.part", "fsync incoming/*.part", "fsync incoming",
        "UPDATE upload_sessions", "INSERT INTO upload_sessions", "answer",
    ]

    private static let patch = [
        "UPDATE upload_sessions", "pwrite64 incoming/*.part", "fdatasync incoming/*.part",
        "UPDATE upload_sessions (2)", "answer",
    ]

    private static let finalize = [
        "UPDATE upload_sessions", "create temp/*.tmp", "pg_advisory_lock",
        "mkdir library/audio/**", "fchmod library/audio/**", "fsync library/audio/**",
        "fsync library/audio", "mkdir library/audio/**/**", "fchmod library/audio/**/**",
        "fsync library/audio/**/**", "fsync library/audio/** (2)", "fchmod incoming/*.part",
        "fsync incoming/*.part", "link library/audio/**/**/*.mp3",
        "fsync library/audio/**/** (2)", "pg_advisory_lock (2)", "mkdir library/artwork/**",
        "fchmod library/artwork/**", "fsync library/artwork/**", "fsync library/artwork",
        "mkdir library/artwork/**/**", "fchmod library/artwork/**/**",
        "fsync library/artwork/**/**", "fsync library/artwork/** (2)", "fchmod temp/*.tmp",
        "fsync temp/*.tmp", "link library/artwork/**/**/*.jpg",
        "fsync library/artwork/**/** (2)", "COMMIT", "pg_advisory_unlock",
        "unlink incoming/*.part", "fsync incoming", "pg_advisory_unlock (2)",
        "unlink temp/*.tmp", "answer",
    ]

    private static let heal = [
        "UPDATE upload_sessions", "create temp/*.tmp", "pg_advisory_lock",
        "mkdir library/audio/**", "mkdir library/audio/**/**", "fchmod incoming/*.part",
        "fsync incoming/*.part", "link library/audio/**/**/*.mp3",
        "link library/audio/**/**/.*", "rename library/audio/**/**/*.mp3",
        "unlink library/audio/**/**/.*", "fsync library/audio/**/**", "COMMIT",
        "unlink incoming/*.part", "fsync incoming", "pg_advisory_unlock", "unlink temp/*.tmp",
        "answer",
    ]

    private static let direct = [
        "create incoming/*.part", "fsync incoming/*.part", "fsync incoming",
        "UPDATE upload_sessions", "INSERT INTO upload_sessions", "UPDATE upload_sessions (2)",
        "pwrite64 incoming/*.part", "fdatasync incoming/*.part", "UPDATE upload_sessions (3)",
        "create temp/*.tmp", "pg_advisory_lock", "mkdir library/audio/**",
        "fchmod library/audio/**", "fsync library/audio/**", "fsync library/audio",
        "mkdir library/audio/**/**", "fchmod library/audio/**/**", "fsync library/audio/**/**",
        "fsync library/audio/** (2)", "fchmod incoming/*.part", "fsync incoming/*.part (2)",
        "link library/audio/**/**/*.mp3", "fsync library/audio/**/** (2)", "COMMIT",
        "unlink incoming/*.part", "fsync incoming (2)", "pg_advisory_unlock",
        "unlink temp/*.tmp", "answer",
    ]

    private static let reject = [
        "UPDATE upload_sessions", "create temp/*.tmp", "unlink temp/*.tmp",
        "UPDATE upload_sessions (2)", "mkdir quarantine/*", "fchmod quarantine/*",
        "fsync quarantine/*", "fsync quarantine", "create quarantine/*/reason.json",
        "pwrite64 quarantine/*/reason.json", "fsync quarantine/*/reason.json",
        "rename quarantine/*/file", "unlink incoming/*.part", "fsync quarantine/* (2)",
        "fsync incoming", "answer",
    ]

    private static let cancel = [
        "DELETE FROM upload_sessions", "unlink incoming/*.part", "fsync incoming", "answer",
    ]

    private static let delete = [
        "COMMIT", "answer",
    ]

    private static let release = [
        "link incoming/*.part", "fsync incoming", "UPDATE upload_sessions", "create temp/*.tmp",
        "pg_advisory_lock", "mkdir library/audio/**", "fchmod library/audio/**",
        "fsync library/audio/**", "fsync library/audio", "mkdir library/audio/**/**",
        "fchmod library/audio/**/**", "fsync library/audio/**/**", "fsync library/audio/** (2)",
        "fchmod incoming/*.part", "fsync incoming/*.part", "link library/audio/**/**/*.mp3",
        "fsync library/audio/**/** (2)", "COMMIT", "unlink incoming/*.part",
        "fsync incoming (2)", "pg_advisory_unlock", "unlink temp/*.tmp",
        "unlink quarantine/*/file", "unlink quarantine/*/reason.json", "rmdir quarantine/*",
        "fsync quarantine",
    ]

    private static let purge = [
        "unlink quarantine/*/file", "unlink quarantine/*/reason.json", "rmdir quarantine/*",
        "fsync quarantine",
    ]

    private static let collect = [
        "DELETE FROM upload_sessions", "pg_advisory_lock", "COMMIT",
        "unlink library/audio/**/**/*.mp3", "fsync library/audio/**/**", "pg_advisory_unlock",
    ]

    private static let sweep = [
        "unlink incoming/*.part", "fsync incoming", "UPDATE upload_sessions",
        "DELETE FROM upload_sessions", "pg_advisory_unlock",
    ]

    private static let backup = [
        "pg_advisory_lock_shared", "mkdir sets/.*", "fchmod sets/.*", "fsync sets/.*",
        "fsync sets", "COMMIT", "mkdir blobs/audio/**", "fchmod blobs/audio/**",
        "fsync blobs/audio/**", "fsync blobs/audio", "mkdir blobs/audio/**/**",
        "fchmod blobs/audio/**/**", "fsync blobs/audio/**/**", "fsync blobs/audio/** (2)",
        "link blobs/audio/**/**/.*", "rename blobs/audio/**/**/*.mp3",
        "unlink blobs/audio/**/**/.*", "fsync blobs/audio/**/** (2)", "create sets/.*/manifest",
        "pwrite64 sets/.*/manifest", "syncfs sets/.*/manifest", "fsync sets/.*/manifest",
        "fsync sets/.* (2)", "rename sets/*", "fsync sets (2)", "rename sets/.*",
        "fsync sets (3)", "unlink sets/.*/manifest", "unlink sets/.*/database.dump",
        "rmdir sets/.*", "fsync sets (4)", "unlink blobs/audio/**/**/*.mp3",
        "pg_advisory_unlock_shared",
    ]
}
