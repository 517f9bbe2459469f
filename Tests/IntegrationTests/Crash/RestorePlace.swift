import FoundationEssentials
import Glibc
import VelodyRuntime

/// A place to restore to, as another host is prepared: a database of another name, made by a
/// superuser and migrated by them, a role that only the restore lets act as the owner, an empty storage.
struct RestorePlace {
    /// A role as the package makes it: a member of the application's and the backup's, it owns nothing.
    static let role = "velody_host"
    private static let name = "another"
    private static let template = "prepared"

    private let instance: RunningInstance

    /// Prepares what all these places are copied from, unless that was done.
    init(on instance: RunningInstance) throws {
        self.instance = instance
        let made = "SELECT count(*) FROM pg_database WHERE datname = '\(Self.template)'"
        if try instance.sql(made) == "1\n" { return }
        try sql(
            "CREATE DATABASE \(Self.template) TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'")
        let migrated = try command(
            [instance.home + "/bin/sql/migrate", url("postgres", Self.template)]
        ).output()
        try require(migrated.status.isSuccess, migrated.text)
        try sql("CREATE ROLE \(Self.role) LOGIN PASSWORD '\(Self.role)'")
        try sql("GRANT velody_app, velody_backup TO \(Self.role)")
    }

    /// `STORAGE_ROOT`.
    var storage: String { instance.home + "/another" }

    /// Makes database and storage anew, empty; a database that is not `migrated` is bare.
    func empty(migrated: Bool = true) throws {
        try sql("DROP DATABASE IF EXISTS \(Self.name) WITH (FORCE)")
        let template = migrated ? Self.template : "template0"
        try sql(
            "CREATE DATABASE \(Self.name) TEMPLATE \(template) ENCODING 'UTF8' LOCALE 'C.UTF-8'")
        try? FileManager().removeItem(atPath: storage)
        let make =
            #"mkdir -m 2750 "$0"; if [ "$(id -u)" = 0 ]; then chown daemon:www-data "$0"; fi"#
        let made = try Command("sh", ["-ec", make, storage]).output()
        try require(made.status.isSuccess, "there is no place to restore to")
    }

    /// Lets the host's role act as the owner, for the time of a restore, or no more.
    func grantOwner(_ isGranted: Bool) throws {
        try sql(
            isGranted
                ? "GRANT velody_owner TO \(Self.role)" : "REVOKE velody_owner FROM \(Self.role)")
    }

    /// The words that run `velody-admin` on this place, as the host's role, or with another one for
    /// the restore.
    func words(_ words: [String], owner: String? = nil) throws -> [String] {
        let program = [instance.home + "/bin/velody-admin"] + words
        let user = ["setpriv", "--reuid", "daemon", "--regid", "www-data", "--init-groups", "--"]
        return [
            "env", "VELODY_ENV_FILE=\(instance.home)/server.env", "STORAGE_ROOT=\(storage)",
            "DATABASE_URL=\(try url(Self.role))", "DATABASE_BACKUP_URL=\(try url(Self.role))",
            "DATABASE_OWNER_URL=\(try owner.map { try url($0) } ?? "")",
        ] + (geteuid() == 0 ? user : []) + program
    }

    func admin(_ words: String..., owner: String? = nil) throws -> Command.Output {
        try command(self.words(words, owner: owner)).output()
    }

    /// What the library holds, as the host's role sees it.
    func library() throws -> String {
        let query = """
            SELECT (SELECT count(*) FROM tracks), (SELECT count(*) FROM library_events),
              (SELECT string_agg(encode(hash, 'hex'), ',') FROM audio_assets)
            """
        return try command(["psql", "-XAtq", "-d", try url(Self.role), "-c", query]).output().text
    }

    /// Whether anything of a library is in the database.
    func hasLibrary() throws -> Bool {
        let query = "SELECT EXISTS (SELECT FROM tracks) OR EXISTS (SELECT FROM devices)"
        let answer = try command(["psql", "-XAtq", "-d", try url(Self.role), "-c", query]).output()
        try require(["t\n", "f\n"].contains(answer.text), answer.text)
        return answer.text == "t\n"
    }

    func require(_ isSo: Bool, _ what: String) throws {
        guard isSo else { throw CrashClient.Broken(what: what) }
    }

    private func sql(_ statement: String) throws {
        let answer = try command(
            [
                "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-d", url("postgres", "postgres"), "-c",
                statement,
            ]
        ).output()
        try require(answer.status.isSuccess, "\(statement): \(answer.text)")
    }

    private func command(_ words: [String]) -> Command {
        var command = Command(words[0], Array(words.dropFirst()))
        command.descriptors[2] = -1
        return command
    }

    private func url(_ role: String, _ database: String = Self.name) throws -> String {
        let host = instance.ownerDatabaseURL.split(separator: "?").last.map(String.init) ?? ""
        let kept = FileManager().contents(atPath: "\(instance.home)/secrets/\(role)")
        let password = kept.map { String(decoding: $0, as: UTF8.self).filter { !$0.isNewline } }
        return "postgresql://\(role):\(password ?? role)@/\(database)?\(host)"
    }
}
