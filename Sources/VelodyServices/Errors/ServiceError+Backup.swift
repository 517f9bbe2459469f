import VelodyDomain

extension ServiceError {
    /// Translates a failure of PostgreSQL's programs.
    init(_ error: DumpError) {
        switch error.code {
        case .noProgram:
            self.init(
                .internal, "PostgreSQL's programs (postgresql-client) are not installed.",
                diagnostic: error.diagnostic)
        case .unavailable:
            self.init(
                .unavailable, "The database cannot be reached at the moment.", retryAfter: 30,
                diagnostic: error.diagnostic)
        case .notEmpty: self = .databaseInUse
        case .failed:
            self.init(
                .internal, "PostgreSQL's own program did not succeed.",
                diagnostic: error.diagnostic)
        }
    }

    /// Why a restore into a database that is in use is refused.
    static let databaseInUse = ServiceError(
        .preconditionFailed,
        "The database is not empty. A backup is restored into an empty one only.")

    /// Why a restore into another program's database is refused.
    static let databaseForeign = ServiceError(
        .preconditionFailed, "The database holds tables that are not Velody's.")

    /// Why a restore into a bare database is refused: migrating looks whether it is fit, makes the
    /// roles, and has each commit of theirs synced.
    static let databaseUnprepared = ServiceError(
        .preconditionFailed,
        "The database was never prepared: run sql/migrate on it first, then restore.")

    /// Why a restore by a role that does not own the tables is refused.
    static let databaseClosed = ServiceError(
        .preconditionFailed,
        "The database role may not replace the tables: GRANT velody_owner to it for the restore, "
            + "or say in DATABASE_OWNER_URL who may.")

    /// Translates a failure to use a directory with backups.
    init(archive error: StorageError) {
        switch error.code {
        case .missing:
            self.init(
                .notFound, "There are no backups in that directory.", diagnostic: error.diagnostic)
        case .locked:
            self.init(
                .unavailable, "Another backup, or a check of one, is using that directory.",
                retryAfter: 30, diagnostic: error.diagnostic)
        case .insufficientSpace:
            self.init(
                .insufficientStorage, "There is not enough room for the backup.",
                diagnostic: error.diagnostic)
        case .unavailable:
            self.init(
                .unavailable, "The storage or the backups cannot be used.", retryAfter: 30,
                diagnostic: error.diagnostic)
        case .unexpected:
            self.init(
                .internal, "Something is wrong with the backups.", diagnostic: error.diagnostic)
        }
    }
}

/// Runs a function that uses a directory with backups, translating its error once.
func archived<R>(_ body: () throws(StorageError) -> R) throws(ServiceError) -> R {
    do { return try body() } catch { throw ServiceError(archive: error) }
}

/// Runs a function that uses PostgreSQL's programs, translating its error once.
func dumped<R>(_ body: () throws(DumpError) -> R) throws(ServiceError) -> R {
    do { return try body() } catch { throw ServiceError(error) }
}
