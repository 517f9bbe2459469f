import Glibc
import VelodyRuntime

/// A private instance: what `velody-instance` can do with it.
package struct Instance {
    let settings: Settings
    let say: (String) -> Void
    var layout: Layout { settings.layout }

    /// Describes an instance; `say` writes a line for the operator.
    package init(settings: Settings, say: @escaping (String) -> Void) {
        self.settings = settings
        self.say = say
    }

    /// Does what `name` says: `run`, `start`, `stop`, `restart`, `status` or `welcome`.
    ///
    /// Returns the exit code; `status` returns 3 when nothing runs. Throws what the operator must
    /// know.
    package func perform(_ name: String) throws(InstanceError) -> Int32 {
        switch name {
        case "run": try run()
        case "start": try start()
        case "stop": try stop()
        case "restart": try restart()
        case "status": status()
        case "welcome": try Welcome(settings: settings, say: say).perform()
        default: throw InstanceError(.usage, "run, start, stop, restart or status?")
        }
    }

    /// The supervisor, in the foreground.
    private func run() throws(InstanceError) -> Int32 {
        let files = FileSystem()
        try files.directory(layout.home, mode: 0o755)
        guard let lock = try acquireLock() else {
            throw InstanceError(.running, "This instance runs already: \(layout.home)")
        }
        // From here on signals wait until the supervisor asks for them, also during the setup.
        let events = ProcessEvents(lifeline: settings.hasLifeline ? 0 : nil)
        try checkPort()
        let premises = Premises(settings: settings)
        try premises.make()
        try premises.installPrograms()
        try Certificate(layout: layout).make()
        let sockets = try premises.makeSockets()
        defer { try? premises.removeSockets() }
        let cluster = DatabaseCluster(layout: layout, sockets: sockets)
        try cluster.make()
        try NginxConfiguration(settings: settings, sockets: sockets).write()
        let surroundings = ServerSurroundings(settings: settings, cluster: cluster)
        try surroundings.writeEnvironmentFile()
        try surroundings.writeAdminWrapper()
        let services = try Services(settings: settings, sockets: sockets, say: say)
        let code = try Supervisor(settings: settings, services: services, events: events).run()
        extendLifetime(lock)
        return code
    }

    private func acquireLock() throws(InstanceError) -> FileLock? {
        do { return try FileLock.acquire(layout.lock) } catch {
            throw InstanceError(.setup, error.diagnostic)
        }
    }

    private func checkPort() throws(InstanceError) {
        do { _ = try Listener.freePort(settings.port) } catch {
            let cure = "VELODY_PORT=\(settings.port &+ 1) make run"
            throw InstanceError(.running, "\(error.diagnostic). Take another one: \(cure)")
        }
    }
}
