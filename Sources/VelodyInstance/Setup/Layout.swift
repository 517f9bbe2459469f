/// Where everything of one private instance lives, below its home.
package struct Layout: Sendable {
    /// `VELODY_HOME`, an absolute path without a slash at the end.
    package let home: String

    /// Names the places below `home`; touches nothing.
    package init(home: String) { self.home = home }

    /// Programs, `sql/` and `nginx/`, copied from the checkout.
    var programs: String { home + "/bin" }
    /// The contract with clients, copied from the checkout.
    var contract: String { programs + "/openapi.yaml" }
    /// Secrets of the instance, for its owner alone.
    var secrets: String { home + "/secrets" }
    /// The directory around the PostgreSQL cluster.
    var database: String { home + "/database" }
    /// The PostgreSQL cluster.
    var cluster: String { database + "/cluster" }
    /// nginx's configuration, pid file and temporary files.
    var nginx: String { home + "/nginx" }
    /// One log for each process.
    var logs: String { home + "/log" }
    /// The demo song.
    var demo: String { home + "/demo" }
    /// `STORAGE_ROOT`.
    package var storage: String { home + "/storage" }
    /// The certificate, which is also what clients trust.
    package var certificate: String { home + "/tls/certificate.pem" }
    /// The key of the certificate.
    var certificateKey: String { home + "/tls/key.pem" }
    /// The settings that scripts read.
    package var environmentFile: String { home + "/instance.env" }
    /// The server's settings, for programs that run beside it as the same user.
    var serverSettings: String { home + "/server.env" }
    /// Runs `velody-admin` with these settings, as that user.
    var admin: String { programs + "/admin" }
    /// The supervisor's lock, which names its process.
    package var lock: String { home + "/instance.pid" }
    /// What `status` prints, written by the supervisor.
    package var status: String { home + "/status" }
    /// Names the directory of the sockets.
    var socketsNote: String { home + "/sockets" }
    /// Where sockets live if their paths are short enough there.
    var ownSockets: String { home + "/run" }

    /// The log of the process called `name`.
    package func log(of name: String) -> String { "\(logs)/\(name).log" }
}

/// Where the sockets of a running instance are.
struct Sockets: Sendable {
    /// The directory of all of them.
    let directory: String

    /// The directory of PostgreSQL's socket, which PostgreSQL writes to.
    var database: String { directory + "/db" }
    /// PostgreSQL's socket.
    var postgres: String { database + "/.s.PGSQL.5432" }
    /// The server's socket for whole requests.
    var api: String { directory + "/api.sock" }
    /// The server's socket for bodies that arrive bit by bit.
    var upload: String { directory + "/upload.sock" }
}
