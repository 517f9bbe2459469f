import VelodyDomain

/// Keeps a long reading below a rate, so that listeners do not notice it.
///
/// Confined to one thread.
final class Pacer {
    private let bytesPerSecond: Int64?
    private let clock: any Clock
    private let pause: (Double) -> Void
    private let start: Timestamp
    private(set) var bytes: Int64 = 0

    /// `pause` waits so many seconds; nil for `bytesPerSecond` is no limit.
    init(bytesPerSecond: Int64?, clock: any Clock, pause: @escaping (Double) -> Void) {
        self.bytesPerSecond = bytesPerSecond
        self.clock = clock
        self.pause = pause
        start = clock.now()
    }

    /// Notes that so many bytes were read, and waits until that is within the rate.
    func took(_ count: Int) {
        bytes += Int64(count)
        guard let bytesPerSecond else { return }
        let due = Double(bytes) / Double(bytesPerSecond)
        let passed = Double(clock.now().microseconds - start.microseconds) / 1_000_000
        // A clock that was set back must not stop the work: no wait is longer than its own step.
        let wait = min(due - passed, Double(count) / Double(bytesPerSecond))
        if wait > 0 { pause(wait) }
    }
}
