import Synchronization

/// Makes a memory adapter fail when a test wants it to.
///
/// Thread safe. Calls are named as Swift names them: `synchronize()`, `publish(_:)`.
package final class Faults<Failure: Error & Sendable>: Sendable {
    private struct Plan {
        let failure: Failure
        let call: String?
        var successes: Int
        let isLasting: Bool
    }

    private struct State {
        var plan: Plan?
        var calls = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many calls were made.
    package var calls: Int { state.withLock { $0.calls } }

    /// Lets `successes` calls (of `call`, or of any where nil) through and fails the next one;
    /// `isLasting` fails all after it too, until ``heal()``.
    package func fail(
        _ call: String? = nil, after successes: Int = 0, isLasting: Bool = false,
        with failure: Failure
    ) {
        state.withLock {
            $0.plan = Plan(
                failure: failure, call: call, successes: successes, isLasting: isLasting)
        }
    }

    /// Fails no more; returns whether what was planned has yet to happen.
    @discardableResult package func heal() -> Bool {
        state.withLock { state in
            defer { state.plan = nil }
            return (state.plan?.successes ?? -1) >= 0
        }
    }

    func check(_ call: String = #function) throws(Failure) {
        let failure: Failure? = state.withLock { state in
            state.calls += 1
            guard var plan = state.plan, plan.call ?? call == call else { return nil }
            plan.successes -= 1
            let isDue = plan.successes < 0
            state.plan = isDue && !plan.isLasting ? nil : plan
            return isDue ? plan.failure : nil
        }
        if let failure { throw failure }
    }
}
