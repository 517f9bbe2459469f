import VelodyRuntime

/// The instance's own PostgreSQL: one cluster, reachable by a unix socket alone.
struct DatabaseCluster: Sendable {
    let layout: Layout
    let sockets: Sockets
    private let files = FileSystem()
    private let secrets: Secrets

    init(layout: Layout, sockets: Sockets) {
        self.layout = layout
        self.sockets = sockets
        secrets = Secrets(layout: layout)
    }

    /// The URL for `role`, with its password.
    func url(role: String) throws(InstanceError) -> String {
        url(user: "\(role):\(try secrets.named(role))")
    }

    /// Makes the cluster unless it is there; one that was begun and not finished is begun anew.
    func make() throws(InstanceError) {
        guard !files.exists(layout.cluster) else { return }
        let fresh = layout.cluster + ".new"
        let passwordFile = layout.database + "/password"
        try files.remove(fresh)
        try files.write(
            try secrets.named("postgres") + "\n", to: passwordFile, mode: 0o600, owner: .postgres)
        try Account.postgres.running(
            try program("initdb"),
            [
                "--pgdata", fresh, "--username", "postgres", "--pwfile", passwordFile,
                "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8",
            ]
        ).required("making the database cluster")
        try files.remove(passwordFile)
        try files.rename(fresh, to: layout.cluster)
    }

    /// The server, in the foreground, without a port.
    ///
    /// Its log holds no DETAIL: that has titles.
    func server() throws(InstanceError) -> Command {
        Account.postgres.running(
            try program("postgres"),
            [
                "-D", layout.cluster, "-k", sockets.database, "-c", "listen_addresses=",
                "-c", "log_error_verbosity=terse", "-c", "log_min_error_statement=panic",
                "-c", "shared_buffers=\(Self.cacheMegabytes)MB",
            ])
    }

    /// An eighth of the memory, as far as a library of a million songs can use it; taken as it is needed.
    static var cacheMegabytes: Int64 { min(max(128, Memory.totalBytes >> 23), 1_024) }

    /// Whether the server takes connections.
    func isReady() throws(InstanceError) -> Bool {
        let command = Command(try program("pg_isready"), ["-q", "-h", sockets.database])
        return (try? command.output())?.status.isSuccess == true
    }

    /// Makes owner and database, applies the migrations, and lets the application in.
    func migrate() throws(InstanceError) {
        let owner = try secrets.named("velody_owner")
        try psql(
            """
            SELECT 'CREATE ROLE velody_owner LOGIN CREATEROLE' WHERE NOT EXISTS
                (SELECT FROM pg_roles WHERE rolname = 'velody_owner') \\gexec
            ALTER ROLE velody_owner PASSWORD '\(owner)';
            SELECT 'CREATE DATABASE velody OWNER velody_owner' WHERE NOT EXISTS
                (SELECT FROM pg_database WHERE datname = 'velody') \\gexec
            """)
        var migrate = Command("\(layout.programs)/sql/migrate", [url(user: "velody_owner")])
        migrate.environment = try surroundings(password: owner)
        try migrate.required("applying the migrations")
        let application = try secrets.named("velody_app")
        let backup = try secrets.named("velody_backup")
        try psql(
            """
            SELECT 'CREATE ROLE velody_app LOGIN' WHERE NOT EXISTS
                (SELECT FROM pg_roles WHERE rolname = 'velody_app') \\gexec
            SELECT 'CREATE ROLE velody_backup LOGIN' WHERE NOT EXISTS
                (SELECT FROM pg_roles WHERE rolname = 'velody_backup') \\gexec
            ALTER ROLE velody_app LOGIN PASSWORD '\(application)';
            ALTER ROLE velody_backup LOGIN PASSWORD '\(backup)';
            """)
    }

    /// Statements with passwords travel in a file: arguments can be read by everyone.
    private func psql(_ statements: String) throws(InstanceError) {
        let script = secrets.path(of: "roles.sql")
        try files.write(statements + "\n", to: script, mode: 0o600)
        var command = Command(
            try program("psql"),
            ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", sockets.database, "-U", "postgres"])
        command.environment = try surroundings(password: try secrets.named("postgres"))
        try command.required("setting up roles", input: script)
        try files.remove(script)
    }

    private func surroundings(password: String) throws(InstanceError) -> [String: String] {
        let directory = try program("psql").dropLast("/psql".count)
        return ["PATH": "\(directory):/usr/bin:/bin", "PGPASSWORD": password, "LC_ALL": "C.UTF-8"]
    }

    private func url(user: String) -> String {
        let host = sockets.database.utf8.map { byte in
            switch byte {
            case 0x2d...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "postgresql://\(user)@/velody?host=\(host.joined())"
    }

    /// Debian keeps each version's programs in a directory of their own; the newest one is used.
    private func program(_ name: String) throws(InstanceError) -> String {
        let root = "/usr/lib/postgresql"
        let versions = files.names(in: root).compactMap { Int($0) }.sorted()
        guard let newest = versions.last(where: { files.exists("\(root)/\($0)/bin/\(name)") })
        else { throw InstanceError(.missingPart, "PostgreSQL is missing: .ci/install-packages") }
        return "\(root)/\(newest)/bin/\(name)"
    }
}
