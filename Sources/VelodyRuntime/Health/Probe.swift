import Glibc
import Synchronization
package import VelodyDomain

/// Runs one health check on a thread of its own, when somebody asks, at most once a second.
///
/// Thread safe. A check that hangs holds up its own thread only.
package final class Probe: HealthProbe {
    private struct State {
        var latest: (check: HealthCheck, at: ContinuousClock.Instant)?
        var isRunning = false
    }

    private static let freshness = Duration.seconds(1)
    private static let pollMilliseconds: Int32 = 5

    private let state = Mutex(State())
    private let wakeup: PipeEnds

    /// Starts the thread; `makeCheck` makes, within it, the check to run.
    package init(
        _ makeCheck: @escaping @Sendable () -> () -> HealthCheck
    ) throws(ProcessError) {
        wakeup = try OwnedDescriptor.pipe()
        // It lives as long as the process; nobody waits for it.
        _ = WorkerThread.start { [self] in run(makeCheck()) }
    }

    package func result(patience: Double) -> HealthCheck {
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            if let fresh = freshResult() { return fresh }
            guard ContinuousClock.now < end else {
                return HealthCheck(isPassing: false, detail: "no answer in time")
            }
            ProcessEvents.pause(milliseconds: Self.pollMilliseconds)
        }
    }

    /// The latest result while it is fresh; otherwise asks for a new one.
    private func freshResult() -> HealthCheck? {
        let (latest, mustWake) = state.withLock { state -> (HealthCheck?, Bool) in
            if let latest = state.latest, latest.at + Self.freshness > .now {
                return (latest.check, false)
            }
            defer { state.isRunning = true }
            return (nil, !state.isRunning)
        }
        if mustWake { wakeup.writer.write([1]) }
        return latest
    }

    private func run(_ check: () -> HealthCheck) {
        var byte: UInt8 = 0
        while true {
            guard unsafe read(wakeup.reader.number, &byte, 1) == 1 else { continue }
            let result = check()
            state.withLock { state in
                state.latest = (result, .now)
                state.isRunning = false
            }
        }
    }
}
