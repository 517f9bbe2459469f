import VelodyRuntime

/// What `velody-server` starts with: environment, user and inherited sockets.
struct ServerSurroundings: Sendable {
    let settings: Settings
    let cluster: DatabaseCluster
    let files = FileSystem()

    init(settings: Settings, cluster: DatabaseCluster) {
        self.settings = settings
        self.cluster = cluster
    }

    /// The caller's environment over the instance's defaults, and under what makes it this
    /// instance: database, storage and sockets.
    func environment() throws(InstanceError) -> [String: String] {
        var result = [
            "VELODY_ENV": "development", "PUBLIC_BASE_URL": settings.address,
        ]
        result.merge(settings.environment) { _, given in given }
        result["DEVICE_BOOTSTRAP_SECRET"] = try bootstrapSecret()
        // The server's user need not be able to read it. Where both are given, the server complains.
        if given("DEVICE_BOOTSTRAP_SECRET") == nil { result["DEVICE_BOOTSTRAP_SECRET_FILE"] = nil }
        result["DATABASE_URL"] = try cluster.url(role: "velody_app")
        result["STORAGE_ROOT"] = settings.layout.storage
        result["LISTEN_FDS"] = "2"
        result["LISTEN_FDNAMES"] = "api:upload"
        return result
    }

    /// The server in the foreground; descriptors 3 and 4 are `api` and `upload`.
    ///
    /// systemd's protocol wants the number of the very process in `LISTEN_PID`, so a shell that
    /// becomes the server writes its own (sd_listen_fds(3)).
    func server() throws(InstanceError) -> Command {
        let shell = #"export LISTEN_PID=$$; exec "$@""#
        let path = "\(settings.layout.programs)/velody-server"
        var command = Account.server.running("/bin/sh", ["-c", shell, "sh", path])
        command.environment = try environment()
        return command
    }

    /// Writes the settings that scripts read: one `NAME=value` a line, quoted for a shell.
    func writeEnvironmentFile() throws(InstanceError) {
        let values = [
            ("VELODY_URL", settings.address), ("VELODY_CA", settings.layout.certificate),
            ("VELODY_BOOTSTRAP_SECRET", try bootstrapSecret()),
            ("DATABASE_URL", try cluster.url(role: "velody_app")),
            ("DATABASE_OWNER_URL", try cluster.url(role: "velody_owner")),
            ("STORAGE_ROOT", settings.layout.storage),
        ]
        let lines = values.map { ShellWord.assignment($0.0, $0.1) }
        try files.write(lines.joined(), to: settings.layout.environmentFile, mode: 0o600)
    }

    private func bootstrapSecret() throws(InstanceError) -> String {
        if let secret = given("DEVICE_BOOTSTRAP_SECRET") { return secret }
        guard let path = given("DEVICE_BOOTSTRAP_SECRET_FILE") else {
            return try Secrets(layout: settings.layout).named("bootstrap")
        }
        let line = files.text(of: path)?.prefix { !$0.isNewline } ?? ""
        guard !line.isEmpty else {
            throw InstanceError(.setup, "DEVICE_BOOTSTRAP_SECRET_FILE: no secret in \(path)")
        }
        return String(line)
    }

    private func given(_ name: String) -> String? {
        settings.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
