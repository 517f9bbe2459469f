import FoundationEssentials
import VelodyRuntime
import VelodyTesting

/// A second PostgreSQL that follows an instance's own, as one on another machine would; it goes with
/// this value.
final class Standby {
    /// Why there is none.
    struct Failure: Error { let output: String }

    /// Where it lies, and is reached.
    var folder: String { server.folder }
    private let instance: RunningInstance
    private let server: PostgresGuard

    private static let orders = PostgresGuard.Orders(
        create: #"""
            chmod 0755 "$1"
            as "$bin/pg_basebackup" -h "$2" -U postgres -D "$1/data" -R -X stream -c fast --no-sync
            """#)

    /// Copies the primary, and follows it; from then on the primary's commits wait for it.
    init(of instance: RunningInstance) throws {
        self.instance = instance
        server = try PostgresGuard(
            Self.orders, [Self.socket(of: instance)],
            environment: Self.surroundings(instance))
        // Only now: it would be copied, and the standby wait for one of its own.
        _ = try sql("ALTER SYSTEM SET synchronous_standby_names = '*'", onPrimary: true)
        _ = try sql("SELECT pg_reload_conf()", onPrimary: true)
        let isAwaited = try instance.eventually { () -> Bool? in
            let states = try sql("SELECT sync_state FROM pg_stat_replication", onPrimary: true)
            return states == "sync\n" ? true : nil
        }
        guard isAwaited == true else { throw Failure(output: "nobody waits for the standby") }
    }

    /// The connection string of the role, which names the primary first, and then this one.
    var url: String {
        instance.databaseURL + ",\(folder)&target_session_attrs=read-write"
    }

    /// Makes it the primary, and returns once it is.
    func promote() throws {
        guard try sql("SELECT pg_promote(true, 60)") == "t\n" else {
            throw Failure(output: "it is not promoted")
        }
    }

    /// Runs SQL on it, or on the first primary, as the superuser; rows one a line.
    func sql(_ statement: String, onPrimary: Bool = false) throws -> String {
        let host = onPrimary ? Self.socket(of: instance) : folder
        let words = ["-X", "-A", "-t", "-q", "-h", host, "-U", "postgres", "-d", "velody"]
        var command = Command("psql", words + ["-c", statement])
        command.environment = Self.surroundings(instance)
        return try command.output().text
    }

    /// The directory of the primary's socket.
    private static func socket(of instance: RunningInstance) -> String {
        instance.databaseURL.split(separator: "host=").last.map(String.init) ?? ""
    }

    private static func surroundings(_ instance: RunningInstance) -> [String: String] {
        let kept = FileManager().contents(atPath: instance.home + "/secrets/postgres") ?? Data()
        var result = ProcessInfo.processInfo.environment
        result["PGPASSWORD"] = String(decoding: kept, as: UTF8.self).filter { !$0.isNewline }
        return result
    }
}
