import Glibc
import VelodyRuntime

/// Runs PostgreSQL, the server and nginx of one instance until it is told to stop.
///
/// One thread; all waiting is in `ProcessEvents.next`.
final class Supervisor {
    private let settings: Settings
    private let services: Services
    private let files = FileSystem()
    private var events: ProcessEvents
    private var published = ""
    private var reload: Reload?
    private var retiring: [Service] = []
    private var server: Service

    /// A server that was started beside the running one and must prove itself until `settledAt`.
    private struct Reload {
        let fresh: Service
        let settledAt: Int
    }

    init(settings: Settings, services: Services, events: consuming ProcessEvents) {
        self.settings = settings
        self.services = services
        self.events = events
        server = services.server()
    }

    /// Starts everything, keeps it running, stops everything; returns the exit code.
    func run() throws(InstanceError) -> Int32 {
        defer { stopAll() }
        services.postgres.start(at: now)
        guard try awaitDatabase() else { return 0 }
        try services.cluster.migrate()
        server.start(at: now)
        services.nginx.start(at: now)
        var welcome = settings.isQuiet ? nil : services.welcome()
        welcome?.start(at: now)
        while true {
            tend()
            publish()
            if let visitor = welcome, visitor.hasEnded() {
                // It has said why: an instance that never answers is not kept up.
                guard visitor.lastStatus?.isSuccess == true else { return 1 }
                welcome = nil
            }
            switch events.next(within: patience) {
            case .stop:
                welcome?.kill()
                return 0
            case .reload: beginReload()
            case .childEnded, .timeout: break
            }
        }
    }

    private var now: Int { ProcessEvents.milliseconds() }
    private var running: [Service] { [services.postgres, server, services.nginx] }

    /// Milliseconds until something is due.
    private var patience: Int {
        let due = running.compactMap(\.dueAt) + [reload?.settledAt].compactMap { $0 }
        return max(1, (due.min() ?? now + 60_000) - now)
    }

    /// Returns `false` when it was told to stop before the database was ready.
    private func awaitDatabase() throws(InstanceError) -> Bool {
        let deadline = now + 60_000
        while try !services.cluster.isReady() {
            services.postgres.tend(at: now)
            publish()
            if events.next(within: 50) == .stop { return false }
            guard now < deadline else {
                let log = settings.layout.log(of: "postgres")
                throw InstanceError(.notAnswering, "PostgreSQL does not come up, see \(log)")
            }
        }
        return true
    }

    private func tend() {
        for service in running { service.tend(at: now) }
        retiring.removeAll { $0.hasEnded() }
        guard let reload else { return }
        let isAlive = !reload.fresh.hasEnded() && reload.fresh.pid != nil
        guard reload.settledAt <= now else { return }
        if isAlive {
            server.askToStop()
            retiring.append(server)
            server = reload.fresh
        }
        self.reload = nil
    }

    /// The sockets are ours, so old and new server accept from them side by side; the old one is
    /// only asked to finish once the new one has lived for a while.
    private func beginReload() {
        guard reload == nil else { return }
        let fresh = services.server()
        fresh.start(at: now)
        reload = Reload(fresh: fresh, settledAt: now + 1_000)
    }

    private func publish() {
        var lines = ["supervisor \(getpid()) running"] + running.map { $0.line() }
        if let reload {
            let hasFailed = reload.fresh.pid == nil
            lines.append(reload.fresh.line(state: hasFailed ? "failed" : "starting"))
        }
        lines += retiring.map { $0.line(state: "stopping") }
        let text = lines.joined(separator: "\n") + "\n"
        guard text != published else { return }
        published = text
        try? files.write(text, to: settings.layout.status, mode: 0o644)
    }

    /// From the outside in: no new requests, then the running ones, then what they need.
    private func stopAll() {
        stop([services.nginx], within: 10_000)
        let servers = [server] + retiring + [reload?.fresh].compactMap { $0 }
        stop(servers, within: 15_000)
        stop([services.postgres], within: 20_000)
        try? files.remove(settings.layout.status)
    }

    private func stop(_ services: [Service], within milliseconds: Int) {
        for service in services { service.askToStop() }
        let deadline = now + milliseconds
        var isForced = false
        while services.contains(where: { !$0.hasEnded() && $0.pid != nil }) {
            if now > deadline, !isForced {
                for service in services { service.kill() }
                isForced = true
            }
            _ = events.next(within: 100)
        }
    }
}
