import FoundationEssentials
import VelodyRuntime

/// A whole Velody that runs for the tests of a suite: nginx, server and PostgreSQL.
struct RunningInstance: Sendable {
    /// The instance of the suite that the running test belongs to; see `.instance`.
    @TaskLocal static var ofSuite: RunningInstance?

    /// `VELODY_HOME`.
    let home: String
    /// What `instance.env` says.
    let settings: [String: String]

    /// `https://127.0.0.1:<port>`.
    var url: String { settings["VELODY_URL"] ?? "" }
    /// The certificate to trust.
    var certificate: String { settings["VELODY_CA"] ?? "" }
    /// What registers devices.
    var bootstrapSecret: String { settings["VELODY_BOOTSTRAP_SECRET"] ?? "" }
    /// The application role's database.
    var databaseURL: String { settings["DATABASE_URL"] ?? "" }
    /// The owner role's database.
    var ownerDatabaseURL: String { settings["DATABASE_OWNER_URL"] ?? "" }
    /// `STORAGE_ROOT`.
    var storageRoot: String { settings["STORAGE_ROOT"] ?? "" }
    /// The port of nginx.
    var port: String { url.split(separator: ":").last.map(String.init) ?? "" }

    /// Reads what a started instance says about itself.
    init(home: String) {
        self.home = home
        var settings: [String: String] = [:]
        let text = FileManager().contents(atPath: home + "/instance.env") ?? Data()
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
        }
        self.settings = settings
    }

    /// The numbers of the running processes, by name: `supervisor postgres velody-server nginx`.
    func pids() -> [String: Int32] {
        let text = FileManager().contents(atPath: home + "/status") ?? Data()
        var result: [String: Int32] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 3, words[2] == "running" {
                result[String(words[0])] = Int32(words[1])
            }
        }
        return result
    }

    /// What the process called `name` has logged so far.
    func log(of name: String) -> String {
        let text = FileManager().contents(atPath: "\(home)/log/\(name).log") ?? Data()
        return String(decoding: text, as: UTF8.self)
    }

    /// Runs a sub-command of `velody-instance` on it.
    func perform(_ name: String) throws -> Command.Output {
        var environment = ProcessInfo.processInfo.environment
        environment["VELODY_PORT"] = port
        let words = [name, "--home", home, "--sources", InstanceLaunch.checkout]
        return try Command(
            InstanceLaunch.binaries + "/velody-instance", words, environment: environment
        ).output()
    }

    /// Runs SQL as the owner and returns the rows, one a line, columns separated by `|`.
    func sql(_ statement: String) throws -> String {
        try Command(
            "psql",
            ["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", ownerDatabaseURL, "-c", statement]
        ).output().text
    }

    /// Ends the server's sessions in the database, and returns once they are gone.
    func endSessions() throws {
        // A role may end the sessions of those it is a member of.
        _ = try sql(
            """
            SET transaction_read_only = off; SET client_min_messages = warning;
            GRANT velody_app TO velody_owner;
            SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
            WHERE usename = 'velody_app'
            """)
    }
}
