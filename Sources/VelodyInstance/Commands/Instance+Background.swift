import Glibc
import VelodyRuntime

extension Instance {
    /// Starts the supervisor in the background, waits for the API, and welcomes the operator.
    func start() throws(InstanceError) -> Int32 {
        let isOurs = FileLock.holder(layout.lock) == nil
        if isOurs { try launchSupervisor() } else { try requireAddress() }
        do {
            return try Welcome(settings: settings, say: say).perform()
        } catch {
            if isOurs { _ = try stop() }
            throw error
        }
    }

    /// Stops everything and waits until it has stopped; nothing running is fine.
    func stop() throws(InstanceError) -> Int32 {
        guard let pid = FileLock.holder(layout.lock) else {
            say("Nothing runs in \(layout.home).")
            return 0
        }
        _ = kill(pid, SIGTERM)
        let hasStopped = wait(seconds: 60) { FileLock.holder(layout.lock) != pid }
        guard hasStopped else {
            throw InstanceError(.running, "The supervisor (\(pid)) has not stopped yet.")
        }
        return 0
    }

    /// Replaces the server without losing a request; starts the instance if nothing runs.
    func restart() throws(InstanceError) -> Int32 {
        guard let supervisor = FileLock.holder(layout.lock) else { return try start() }
        try Premises(settings: settings).installPrograms()
        let old = serverPID(of: supervisor)
        _ = kill(supervisor, SIGHUP)
        let hasFailed = { report(of: supervisor).contains { $0.hasSuffix(" failed") } }
        let isDecided = wait(seconds: 20) { serverPID(of: supervisor) != old || hasFailed() }
        guard isDecided, serverPID(of: supervisor) != old else {
            let log = layout.log(of: "velody-server")
            throw InstanceError(.notAnswering, "The new server ended; the old one runs. See \(log)")
        }
        return 0
    }

    /// Prints one line per process: name, number, state.
    func status() -> Int32 {
        guard let supervisor = FileLock.holder(layout.lock) else {
            for name in ["supervisor", "postgres", "velody-server", "nginx"] {
                say("\(name) - stopped")
            }
            return 3
        }
        let lines = report(of: supervisor)
        for line in lines.isEmpty ? ["supervisor \(supervisor) starting"] : lines { say(line) }
        return 0
    }

    /// Throws `running` where what runs already is reached elsewhere than the caller wants it to be.
    private func requireAddress() throws(InstanceError) {
        let lines = (FileSystem().text(of: layout.environmentFile) ?? "").split(separator: "\n")
        let served = lines.first { $0.hasPrefix("VELODY_URL=") }?.dropFirst("VELODY_URL=".count)
        guard let served, served != settings.address else { return }
        throw InstanceError(.running, "This instance runs already, at \(served)")
    }

    private func launchSupervisor() throws(InstanceError) {
        let files = FileSystem()
        try files.directory(layout.home, mode: 0o755)
        try files.directory(layout.logs, mode: 0o755)
        let log = layout.log(of: "supervisor")
        do {
            let output = try OwnedDescriptor.appending(to: log)
            let nothing = try OwnedDescriptor.reading("/dev/null")
            var command = Command(
                settings.binaries + "/velody-instance",
                [
                    "run", "--quiet", "--home", layout.home, "--binaries", settings.binaries,
                    "--sources", settings.sources,
                ],
                environment: settings.environment,
                descriptors: [0: nothing.number, 1: output.number, 2: output.number])
            command.leadsSession = true
            var supervisor = try command.spawn()
            var ended: ExitStatus?
            _ = wait(seconds: 120) {
                ended = supervisor.exitStatus()
                return ended != nil || serverPID(of: supervisor.pid) != nil
            }
            guard ended == nil else {
                let tail = Welcome.tail(of: log)
                throw InstanceError(.setup, "The instance does not start:\n\(tail)")
            }
        } catch let error as InstanceError {
            throw error
        } catch {
            throw InstanceError(.setup, "The instance does not start: \(error)")
        }
    }

    /// What this supervisor has said so far: one that was killed leaves its words behind.
    private func report(of supervisor: Int32) -> [String] {
        let text = FileSystem().text(of: layout.status) ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        return lines.first == "supervisor \(supervisor) running" ? lines : []
    }

    private func serverPID(of supervisor: Int32) -> String? {
        let line = report(of: supervisor).first {
            $0.hasPrefix("velody-server ") && $0.hasSuffix(" running")
        }
        return line?.split(separator: " ").dropFirst().first.map(String.init)
    }

    private func wait(seconds: Int, until isDone: () -> Bool) -> Bool {
        let deadline = ProcessEvents.milliseconds() + seconds * 1000
        while !isDone() {
            guard ProcessEvents.milliseconds() < deadline else { return false }
            ProcessEvents.pause(milliseconds: 50)
        }
        return true
    }
}
