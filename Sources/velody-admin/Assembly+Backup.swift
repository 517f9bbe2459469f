import VelodyAdministration
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyServices
import VelodyStorage

extension Assembly {
    /// What checks backups by themselves, without any settings.
    static func makeCheck(_ environment: [String: String]) -> BackupCheck {
        let cryptography = OpenSSLCryptography()
        return BackupCheck(
            shelf: FileBackupShelf(cryptography: cryptography),
            dumps: PostgresPrograms(backup: environment, owner: environment),
            cryptography: cryptography)
    }

    /// Makes backups, as the role that only reads.
    func makeBackup() throws -> BackupService {
        let session = patientSession(databases.backup)
        return BackupService(
            shelf: shelf, snapshots: PostgresSnapshotStore(session),
            state: PostgresLibraryStateStore(session), dumps: try makeDumps(),
            resources: resources)
    }

    /// Restores them, as the role that owns the tables.
    func makeRestore(_ records: PostgresBlobRecordStore) throws -> RestoreService {
        RestoreService(
            shelf: shelf,
            survey: PostgresDatabaseSurvey(patientSession(databases.owner)),
            dumps: try makeDumps(),
            target: FileRestoreTarget(root, cryptography: resources.cryptography),
            records: records, resources: resources, schemaVersion: PostgresSchema.requiredVersion)
    }

    private var shelf: FileBackupShelf {
        FileBackupShelf(of: root, cryptography: resources.cryptography)
    }

    /// Nobody waits for its answers, and at night everything else runs too.
    private func patientSession(_ conninfo: String) -> PostgresSession {
        var limits = PostgresSession.Limits()
        limits.statement = 60
        limits.connect = 30
        return PostgresSession(conninfo, limits: limits)
    }

    private func makeDumps() throws -> PostgresPrograms {
        PostgresPrograms(
            backup: try surroundings(for: databases.backup),
            owner: try surroundings(for: databases.owner))
    }

    /// Ours, with what the connection string says over it.
    private func surroundings(for conninfo: String) throws -> [String: String] {
        databases.environment.merging(try ConnectionWords.environment(of: conninfo)) { $1 }
    }
}
