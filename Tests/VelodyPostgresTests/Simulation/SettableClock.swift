import Synchronization
import VelodyDomain

/// A clock that shows what it is told to.
final class SettableClock: Clock {
    private let time = Mutex(Timestamp(microseconds: 1_800_000_000_000_000))

    func now() -> Timestamp { time.withLock { $0 } }

    func jump(bySeconds seconds: Int) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}
