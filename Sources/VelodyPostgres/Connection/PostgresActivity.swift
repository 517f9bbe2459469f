import Synchronization

/// What the sessions of a process do with the database, all together.
///
/// Thread safe.
package final class PostgresActivity: Sendable {
    /// Counts one connection until it goes.
    final class Token {
        private let activity: PostgresActivity

        fileprivate init(_ activity: PostgresActivity) {
            self.activity = activity
            activity.open.wrappingAdd(1, ordering: .relaxed)
        }

        deinit { activity.open.wrappingSubtract(1, ordering: .relaxed) }
    }

    private let open = Atomic<Int>(0)
    private let inUse = Atomic<Int>(0)
    private let asked = Atomic<UInt64>(0)
    private let made = Atomic<UInt64>(0)
    private let lost = Atomic<UInt64>(0)
    private let late = Atomic<UInt64>(0)

    package init() {}

    /// How many connections are open, and how many of them are waited for at the moment.
    package var connections: (open: Int, inUse: Int) {
        (open.load(ordering: .relaxed), inUse.load(ordering: .relaxed))
    }

    /// How often an answer was waited for: each is one way to the database and back.
    package var roundTrips: UInt64 { asked.load(ordering: .relaxed) }

    /// How many connections were made, broke (or could not be made), and took too long.
    package var history: (made: UInt64, lost: UInt64, late: UInt64) {
        (
            made.load(ordering: .relaxed), lost.load(ordering: .relaxed),
            late.load(ordering: .relaxed)
        )
    }

    func begin() -> Token {
        made.wrappingAdd(1, ordering: .relaxed)
        return Token(self)
    }

    func enter() {
        inUse.wrappingAdd(1, ordering: .relaxed)
        asked.wrappingAdd(1, ordering: .relaxed)
    }

    func leave() { inUse.wrappingSubtract(1, ordering: .relaxed) }

    func note(_ error: PostgresError) {
        switch error.code {
        case .disconnected: lost.wrappingAdd(1, ordering: .relaxed)
        case .timedOut: late.wrappingAdd(1, ordering: .relaxed)
        case .refused, .unexpectedRow, .stalePlan: break
        }
    }
}
