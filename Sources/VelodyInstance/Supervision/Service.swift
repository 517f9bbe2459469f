import VelodyRuntime

/// One process that must run: started, watched, and replaced when it dies.
///
/// Confined to the supervisor's thread.
final class Service {
    /// What `status` calls it.
    let name: String
    private let stopSignal: Int32
    private let launch: () throws -> ChildProcess
    private let say: (String) -> Void
    private var child: ChildProcess?
    private var startedAt = 0
    private var failures = 0
    /// When it is to be started again, on the supervisor's clock; `nil` while it runs.
    private(set) var dueAt: Int?
    /// How its process last ended.
    private(set) var lastStatus: ExitStatus?

    /// Describes a service; `launch` starts its process, `say` tells the operator what happened.
    init(
        _ name: String, stopSignal: Int32, say: @escaping (String) -> Void,
        launch: @escaping () throws -> ChildProcess
    ) {
        self.name = name
        self.stopSignal = stopSignal
        self.say = say
        self.launch = launch
    }

    /// The number of the running process.
    var pid: Int32? { child?.pid }

    /// The line that `status` prints.
    func line(state: String? = nil) -> String {
        let word = pid == nil ? (failures >= 3 ? "failing" : "waiting") : "running"
        return "\(name) \(pid.map { String($0) } ?? "-") \(state ?? word)"
    }

    /// Starts the process now.
    func start(at now: Int) {
        startedAt = now
        dueAt = nil
        do {
            child = try launch()
        } catch {
            say("\(name): \(error)")
            scheduleRestart(at: now)
        }
    }

    /// Notices an end, and starts again what is due.
    ///
    /// A replacement comes after 0.1 s; for one that keeps dying within half a second, every 2 s.
    func tend(at now: Int) {
        if hasEnded() { scheduleRestart(at: now) }
        if let dueAt, dueAt <= now { start(at: now) }
    }

    /// Reaps the process if it has ended, and says how it did.
    func hasEnded() -> Bool {
        guard let status = child?.exitStatus() else { return false }
        say("\(name) ended: \(status)")
        lastStatus = status
        child = nil
        return true
    }

    /// Asks the process to finish.
    func askToStop() {
        child?.kill(stopSignal)
        dueAt = nil
    }

    /// Ends the process and what it started, at once.
    func kill() { child?.kill(9, wholeGroup: true) }

    private func scheduleRestart(at now: Int) {
        failures = now - startedAt < 500 ? failures + 1 : 1
        dueAt = now + min(100 << min(failures - 1, 5), 2_000)
    }
}
