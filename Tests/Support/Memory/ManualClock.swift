import Synchronization
package import VelodyDomain

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
    private let moment: Mutex<Timestamp>

    /// Starts at 2026-11-30T00:00:00Z.
    package init() { moment = Mutex(Timestamp(microseconds: 1_795_996_800_000_000)) }

    package func now() -> Timestamp { moment.withLock { $0 } }

    package func advance(seconds: Int) {
        moment.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}
