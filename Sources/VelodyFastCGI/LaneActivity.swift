import Synchronization

/// How many threads of one lane work, or requests are parked there.
///
/// Thread safe.
final class LaneActivity: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func begin() { count.wrappingAdd(1, ordering: .relaxed) }

    func end() { count.wrappingSubtract(1, ordering: .relaxed) }

    /// Says how many there are; for a lane with one thread.
    func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
