import Glibc
import VelodyRuntime

/// The processes of an instance, and what each needs to start.
final class Services {
    let cluster: DatabaseCluster
    private let settings: Settings
    private let surroundings: ServerSurroundings
    private let api: Listener
    private let upload: Listener
    private let say: (String) -> Void

    /// Binds the server's sockets; they live as long as this value, whoever accepts from them.
    init(
        settings: Settings, sockets: Sockets, say: @escaping (String) -> Void
    ) throws(InstanceError) {
        self.settings = settings
        self.say = say
        cluster = DatabaseCluster(layout: settings.layout, sockets: sockets)
        surroundings = ServerSurroundings(settings: settings, cluster: cluster)
        do {
            api = try Listener.unix(sockets.api)
            upload = try Listener.unix(sockets.upload)
        } catch {
            throw InstanceError(.setup, error.diagnostic)
        }
        for path in [sockets.api, sockets.upload] {
            try FileSystem().setAccess(path, mode: 0o660, owner: .server)
        }
    }

    /// PostgreSQL; SIGINT is its "fast" stop, which does not wait for clients.
    private(set) lazy var postgres = service("postgres", stopSignal: SIGINT) { [cluster] in
        try cluster.server()
    }

    /// nginx; SIGQUIT lets running answers finish for `worker_shutdown_timeout`.
    private(set) lazy var nginx = service("nginx", stopSignal: SIGQUIT) { [settings, cluster] in
        NginxConfiguration(settings: settings, sockets: cluster.sockets).server()
    }

    /// A server; another one each time, on the same sockets.
    func server() -> Service {
        let inherited: [Int32: Int32] = [3: api.descriptor.number, 4: upload.descriptor.number]
        return service("velody-server", stopSignal: SIGTERM, inherited) { [surroundings] in
            try surroundings.server()
        }
    }

    /// The visitor that uploads the demo song and prints how to go on, on our own output.
    func welcome() -> Service {
        let path = "\(settings.layout.programs)/velody-instance"
        let words = ["--pdeathsig", "TERM", "--", path, "welcome", "--home", settings.layout.home]
        return Service("welcome", stopSignal: SIGTERM, say: { _ in }) { [settings] in
            var command = Command("setpriv", words, leadsGroup: true)
            command.environment = settings.environment
            command.environment?["VELODY_PORT"] = String(settings.port)
            return try command.spawn()
        }
    }

    private func service(
        _ name: String, stopSignal: Int32, _ inherited: [Int32: Int32] = [:],
        _ command: @escaping () throws -> Command
    ) -> Service {
        let log = settings.layout.log(of: name)
        return Service(name, stopSignal: stopSignal, say: say) {
            let output = try OwnedDescriptor.appending(to: log)
            let nothing = try OwnedDescriptor.reading("/dev/null")
            var command = try command()
            command.descriptors = [0: nothing.number, 1: output.number, 2: output.number]
            command.descriptors.merge(inherited) { _, inherited in inherited }
            return try command.spawn()
        }
    }
}
