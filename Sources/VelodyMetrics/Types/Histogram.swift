import Synchronization

/// How often values fell below each of some bounds, and their sum.
///
/// Thread safe; a reading is of one moment.
package final class Histogram: Sendable {
    /// What was observed so far.
    package struct Reading: Sendable, Equatable {
        /// How many values were at most as large as the bound of the same place.
        package let cumulative: [UInt64]
        package let count: UInt64
        package let sum: Double
    }

    private struct State {
        /// One more than there are bounds: the last is for what exceeds them all.
        var counts: [UInt64]
        var sum = 0.0
    }

    /// The upper bounds, each included in its bucket.
    package let bounds: [Double]
    private let state: Mutex<State>

    /// `bounds` grow strictly and are finite; the bucket without a bound is added.
    package init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "bounds must grow")
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// Takes one value in; one that is no number is passed over.
    package func observe(_ value: Double) {
        guard !value.isNaN else { return }
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    /// The values so far.
    package var reading: Reading {
        let state = state.withLock { $0 }
        var running: UInt64 = 0
        let cumulative = state.counts.map { count in
            running += count
            return running
        }
        return Reading(cumulative: cumulative.dropLast(), count: running, sum: state.sum)
    }
}
