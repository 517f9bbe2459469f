import VelodyRuntime

/// The directories of an instance, and the programs that run in it.
struct Premises: Sendable {
    let settings: Settings
    private let files = FileSystem()
    private var layout: Layout { settings.layout }

    init(settings: Settings) { self.settings = settings }

    /// Makes every directory with its owner and mode; what is there keeps its content.
    ///
    /// Throws `unreachable`, with the cure, when an unprivileged server could not get there.
    func make() throws(InstanceError) {
        try files.directory(layout.home, mode: 0o755)
        try checkReach()
        for path in [layout.programs, layout.logs, layout.demo, layout.nginx] {
            try files.directory(path, mode: 0o755)
        }
        try files.directory(layout.secrets, mode: 0o700)
        try files.directory(layout.database, mode: 0o700, owner: .postgres)
        for name in ["body", "fastcgi", "proxy", "scgi", "uwsgi"] {
            try files.directory("\(layout.nginx)/\(name)", mode: 0o700, owner: .nginx)
        }
        try makeStorage()
    }

    /// nginx is in the group of the root and of `library`, and in no other's.
    private func makeStorage() throws(InstanceError) {
        try files.directory(layout.storage, mode: 0o2750, owner: .server)
        for name in ["incoming", "quarantine", "temp"] {
            try files.directory("\(layout.storage)/\(name)", mode: 0o2700, owner: .server)
        }
        try files.directory("\(layout.storage)/library", mode: 0o2750, owner: .server)
    }

    /// Copies programs, migrations and templates into the instance, so that the unprivileged
    /// servers need no way into the checkout.
    func installPrograms() throws(InstanceError) {
        for name in ["velody-server", "velody-inspect", "velody-admin", "velody-instance"] {
            let source = "\(settings.binaries)/\(name)"
            guard files.exists(source) else {
                throw InstanceError(.missingPart, "\(source) is missing: build it first")
            }
            try files.copy(source, to: "\(layout.programs)/\(name)")
            try files.setAccess("\(layout.programs)/\(name)", mode: 0o755)
        }
        for name in ["nginx", "sql"] {
            try files.copy("\(settings.sources)/\(name)", to: "\(layout.programs)/\(name)")
        }
        try files.copy("\(settings.sources)/docs/openapi.yaml", to: layout.contract)
    }

    /// Chooses the directory of the sockets and makes it: in the home, or a fresh one in `/tmp`
    /// when a path there would be longer than a socket's address can be.
    func makeSockets() throws(InstanceError) -> Sockets {
        try removeSockets()
        var sockets = Sockets(directory: layout.ownSockets)
        if sockets.postgres.utf8.count > Listener.longestPath {
            let made = try Command("mktemp", ["-d", "/tmp/velody.XXXXXX"])
                .required("making a directory for sockets")
            sockets = Sockets(directory: String(made.prefix { !$0.isNewline }))
        }
        try files.directory(sockets.directory, mode: 0o755)
        try files.directory(sockets.database, mode: 0o755, owner: .postgres)
        try files.write(sockets.directory + "\n", to: layout.socketsNote, mode: 0o644)
        return sockets
    }

    /// Removes the directory of the sockets, also one that a killed run left.
    func removeSockets() throws(InstanceError) {
        guard let directory = files.text(of: layout.socketsNote) else { return }
        guard directory == layout.ownSockets || directory.hasPrefix("/tmp/velody.") else { return }
        try files.remove(directory)
        try files.remove(layout.socketsNote)
    }

    private func checkReach() throws(InstanceError) {
        guard Account.areSeparate else { return }
        for account in [Account.postgres, .server, .nginx] {
            var path = ""
            for part in layout.home.split(separator: "/") {
                path += "/" + part
                let reach = try? account.running("test", ["-x", path]).output()
                if reach?.status.isSuccess == true { continue }
                let cure = "VELODY_HOME=/srv/velody make run"
                throw InstanceError(
                    .unreachable,
                    "The user \(account.rawValue), as whom a server runs, cannot enter \(path). "
                        + "Open it (chmod o+x), or let the instance live elsewhere: \(cure)")
            }
        }
    }
}
