/// The steps of what is done to an empty place.
extension CrashPoints {
    /// A first backup, of one song with its picture.
    static let firstBackup = [
        "mkdir elsewhere", "mkdir blobs", "fchmod blobs", "fsync blobs", "fsync elsewhere",
        "mkdir sets", "fchmod sets", "fsync sets", "fsync elsewhere (2)", "mkdir blobs/audio",
        "fchmod blobs/audio", "fsync blobs/audio", "fsync blobs (2)", "mkdir blobs/artwork",
        "fchmod blobs/artwork", "fsync blobs/artwork", "fsync blobs (3)", "create VELODY-BACKUP",
        "pwrite64 VELODY-BACKUP", "fsync VELODY-BACKUP", "fsync elsewhere (3)",
        "pg_advisory_lock_shared", "mkdir sets/.*", "fchmod sets/.*", "fsync sets/.*",
        "fsync sets (2)", "COMMIT", "mkdir blobs/artwork/**", "fchmod blobs/artwork/**",
        "fsync blobs/artwork/**", "fsync blobs/artwork (2)", "mkdir blobs/artwork/**/**",
        "fchmod blobs/artwork/**/**", "fsync blobs/artwork/**/**", "fsync blobs/artwork/** (2)",
        "link blobs/artwork/**/**/.*", "rename blobs/artwork/**/**/*.jpg",
        "unlink blobs/artwork/**/**/.*", "fsync blobs/artwork/**/** (2)", "mkdir blobs/audio/**",
        "fchmod blobs/audio/**", "fsync blobs/audio/**", "fsync blobs/audio (2)",
        "mkdir blobs/audio/**/**", "fchmod blobs/audio/**/**", "fsync blobs/audio/**/**",
        "fsync blobs/audio/** (2)", "link blobs/audio/**/**/.*", "rename blobs/audio/**/**/*.mp3",
        "unlink blobs/audio/**/**/.*", "fsync blobs/audio/**/** (2)", "create sets/.*/manifest",
        "pwrite64 sets/.*/manifest", "syncfs sets/.*/manifest", "fsync sets/.*/manifest",
        "fsync sets/.* (2)", "rename sets/*", "fsync sets (3)", "pg_advisory_unlock_shared",
    ]

    /// A restore of it.
    static let restore = [
        "mkdir incoming", "fchmod incoming", "fsync incoming", "fsync elsewhere",
        "mkdir quarantine", "fchmod quarantine", "fsync quarantine", "fsync elsewhere (2)",
        "mkdir temp", "fchmod temp", "fsync temp", "fsync elsewhere (3)", "mkdir library",
        "fchmod library", "fsync library", "fsync elsewhere (4)", "mkdir library/audio",
        "fchmod library/audio", "fsync library/audio", "fsync library (2)",
        "mkdir library/artwork", "fchmod library/artwork", "fsync library/artwork",
        "fsync library (3)", "create VELODY", "pwrite64 VELODY", "fsync VELODY",
        "fsync elsewhere (5)", "create VELODY.new", "ftruncate VELODY.new",
        "pwrite64 VELODY.new", "fsync VELODY.new",
        "rename VELODY", "fsync elsewhere (6)", "create temp/*.tmp", "pwrite64 temp/*.tmp",
        "fchmod temp/*.tmp",
        "fsync temp/*.tmp", "mkdir library/artwork/**", "fchmod library/artwork/**",
        "fsync library/artwork/**", "fsync library/artwork (2)", "mkdir library/artwork/**/**",
        "fchmod library/artwork/**/**", "fsync library/artwork/**/**",
        "fsync library/artwork/** (2)", "fchmod temp/*.tmp (2)", "fsync temp/*.tmp (2)",
        "link library/artwork/**/**/*.jpg", "fsync library/artwork/**/** (2)",
        "unlink temp/*.tmp", "create temp/*.tmp (2)", "pwrite64 temp/*.tmp (2)",
        "fchmod temp/*.tmp (3)", "fsync temp/*.tmp (3)", "mkdir library/audio/**",
        "fchmod library/audio/**", "fsync library/audio/**", "fsync library/audio (2)",
        "mkdir library/audio/**/**", "fchmod library/audio/**/**", "fsync library/audio/**/**",
        "fsync library/audio/** (2)", "fchmod temp/*.tmp (4)", "fsync temp/*.tmp (4)",
        "link library/audio/**/**/*.mp3", "fsync library/audio/**/** (2)",
        "unlink temp/*.tmp (2)", "unlink temp/*.sql",
    ]
}
