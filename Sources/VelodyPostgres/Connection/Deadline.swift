/// A moment on the monotonic clock by which an answer must be there.
struct Deadline {
    private let end: ContinuousClock.Instant

    /// This many seconds from now.
    init(seconds: Double) { end = ContinuousClock.now + .seconds(seconds) }

    /// The nearest of `count` deadlines that share the time that is left.
    func share(of count: Int) -> Deadline {
        Deadline(seconds: Double(millisecondsLeft) / 1_000 / Double(max(1, count)))
    }

    /// For poll(2); 0 once it is over.
    var millisecondsLeft: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        let milliseconds =
            left.components.seconds * 1_000
            + left.components.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: milliseconds + 1)
    }
}
