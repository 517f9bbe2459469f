import Glibc
import VelodyRuntime

/// The user that one of the servers runs as.
enum Account: String, Sendable {
    case postgres
    case server = "daemon"
    case nginx = "www-data"

    /// Whether there is anything to drop: only root can become somebody else.
    static var areSeparate: Bool { geteuid() == 0 }

    /// The group of its files: what nginx must reach belongs to nginx's group.
    var group: String { self == .postgres ? "postgres" : "www-data" }

    /// Wraps a command so that it runs as this user and ends with the process that started it.
    func running(_ executable: String, _ arguments: [String] = []) -> Command {
        var words = ["--pdeathsig", "TERM"]
        if Self.areSeparate {
            words += ["--reuid", rawValue, "--regid", group, "--init-groups"]
        }
        return Command("setpriv", words + ["--", executable] + arguments, leadsGroup: true)
    }
}
