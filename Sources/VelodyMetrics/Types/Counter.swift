import Synchronization

/// A number that only grows, from 0 at the start of the process.
///
/// Thread safe.
package final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    package init() {}

    /// Counts one more, or so many.
    package func add(_ amount: UInt64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }

    /// The count so far.
    package var value: UInt64 { count.load(ordering: .relaxed) }
}
