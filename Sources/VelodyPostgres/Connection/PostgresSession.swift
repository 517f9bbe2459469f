import VelodyDomain

/// One thread's way to the database: a connection that is made when needed and again when lost.
///
/// Confined to the thread that made it. Every failure is a `StoreError`; nothing waits longer than
/// the deadline.
package final class PostgresSession {
    /// How long one statement, or connecting, may take, in seconds.
    package struct Limits: Sendable {
        package var statement = 5.0
        package var connect = 3.0
        /// How long ``TrackStore/lock(_:)`` waits.
        package var lock = 30.0

        package init() {}
    }

    private static let attempts = 4

    private let conninfo: String
    private let limits: Limits
    private let activity: PostgresActivity?
    private let link = Link()
    private(set) var isInTransaction = false
    /// Whether the server has heard of the transaction: it hears of it with the first statement.
    private var hasBegun = false
    /// What goes out with the next statement.
    private var queue: [Statement] = []
    /// What goes out before the first statement that is asked for, as long as its scope lasts.
    var companion: CompanionQuestion?
    /// How many locks this connection holds that the server would release with it.
    private var heldLocks = 0

    /// How long this session has waited for the database since it was last asked, in microseconds.
    private var waited: Duration = .zero

    /// The connection while there is one; a class, since a copyable object must hold it.
    private final class Link {
        var connection: Connection?
        var prepared: [String: String] = [:]
        var planning = Planning.forKeys
        /// Whether a migration has overtaken statements that are prepared.
        var hasStalePlans = false
        /// Counts the connection for as long as there is one.
        var token: PostgresActivity.Token?
    }

    /// `conninfo` is a libpq URL or connection string; `activity` is told what the session does.
    package init(
        _ conninfo: String, limits: Limits = Limits(), activity: PostgresActivity? = nil
    ) {
        self.conninfo = conninfo
        self.limits = limits
        self.activity = activity
    }

    /// Returns the time waited for the database since the last call, in microseconds.
    package func takeWaitedMicroseconds() -> Int64 {
        defer { waited = .zero }
        return waited.components.seconds * 1_000_000
            + waited.components.attoseconds / 1_000_000_000_000
    }

    /// Runs one statement, reading each row with `read`.
    func query<T>(
        _ statement: Statement, within seconds: Double? = nil,
        _ read: (inout Row) throws(PostgresError) -> T
    ) throws(StoreError) -> [T] {
        do throws(PostgresError) {
            var results: [T] = []
            for var row in try performRepeatedly(statement, seconds ?? limits.statement) {
                results.append(try read(&row))
            }
            return results
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs one statement that yields at most one row of interest.
    func first<T>(
        _ statement: Statement, _ read: (inout Row) throws(PostgresError) -> T
    ) throws(StoreError) -> T? {
        try query(statement, read).first
    }

    /// Runs one statement for its effect.
    func run(_ statement: Statement, within seconds: Double? = nil) throws(StoreError) {
        _ = try query(statement, within: seconds) { _ in }
    }

    /// Has a statement run before the next one that is asked for, or before the commit.
    ///
    /// To be used within ``transaction(_:)``: all that was enqueued goes to the database in one go, and
    /// its first failure is thrown by the call that sends it.
    func enqueue(_ statement: Statement) {
        precondition(isInTransaction, "only a transaction makes one whole of what is enqueued")
        queue.append(statement)
    }

    /// Runs `body` in one READ COMMITTED transaction, again when the server asks for that.
    func transaction<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        for attempt in 1... {
            do throws(StoreError) {
                return try attemptTransaction(body)
            } catch {
                guard repeatable, attempt < Self.attempts else { throw error }
            }
        }
        preconditionFailure("the loop above only ends by returning or throwing")
    }

    /// Takes a lock that lasts as long as the connection, by `statement`.
    ///
    /// Until ``release(by:)`` a connection that is lost is not made anew, and all fails with
    /// `unavailable`: nobody may go on without the lock that they believe to hold.
    func hold(by statement: Statement) throws(StoreError) {
        try run(statement, within: limits.lock)
        heldLocks += 1
    }

    /// Takes such a lock by a statement that tells whether it got it, without waiting.
    func tryHold(by statement: Statement) throws(StoreError) -> Bool {
        let isOurs = try first(statement) { row throws(PostgresError) in try row.flag() } ?? false
        if isOurs { heldLocks += 1 }
        return isOurs
    }

    /// Gives a lock back that ``hold(by:)`` took; a lost connection has done so already.
    func release(by statement: Statement) {
        try? run(statement)
        heldLocks -= 1
    }

    /// Begins a transaction by `statement`, for whoever ends it with ``leaveTransaction(_:)``.
    func enterTransaction(_ statement: StaticString) throws(StoreError) {
        try control(statement)
        (isInTransaction, hasBegun) = (true, true)
    }

    /// Ends a transaction that ``enterTransaction(_:)`` began.
    func leaveTransaction(_ statement: StaticString) throws(StoreError) {
        defer { forgetTransaction() }
        try control(statement)
    }

    private var repeatable = false

    private func attemptTransaction<R>(
        _ body: () throws(StoreError) -> R
    ) throws(StoreError) -> R {
        repeatable = false
        isInTransaction = true
        queue = ["BEGIN"]
        defer { forgetTransaction() }
        do throws(StoreError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            if hasBegun { rollBack() }
            throw error
        }
    }

    private func rollBack() {
        let wasRepeatable = repeatable
        // A connection that cannot even roll back is of no more use.
        do { try control("ROLLBACK") } catch { disconnect() }
        repeatable = wasRepeatable
    }

    private func forgetTransaction() {
        (isInTransaction, hasBegun) = (false, false)
        queue = []
    }

    private func control(_ sql: StaticString) throws(StoreError) {
        do throws(PostgresError) {
            try timed { () throws(PostgresError) in
                let deadline = Deadline(seconds: limits.statement)
                try connect(deadline)
                try link.connection?.execute(sql.description, deadline: deadline)
            }
        } catch {
            note(error)
            throw StoreError(error)
        }
    }

    /// Runs a statement, once more where that cannot do anything twice.
    private func performRepeatedly(
        _ statement: Statement, _ seconds: Double
    ) throws(PostgresError) -> [Row] {
        do throws(PostgresError) { return try perform(statement, seconds) } catch {
            guard !isInTransaction, isRepeatable(statement, after: error) else { throw error }
            return try perform(statement, seconds)
        }
    }

    /// Whether a statement outside of a transaction may run once more after such a failure.
    func isRepeatable(_ statement: Statement, after error: PostgresError) -> Bool {
        switch error.code {
        // A server that restarts ends idle connections at a moment that no check before can see.
        case .disconnected: statement.sql.hasPrefix("SELECT")
        // It was refused before it ran; by a server that only reads, on a connection that is gone.
        case .stalePlan, .refused(sqlState: PostgresError.readOnly): true
        case .timedOut, .refused, .unexpectedRow: false
        }
    }

    private func perform(
        _ statement: Statement, _ seconds: Double
    ) throws(PostgresError) -> [Row] {
        do throws(PostgresError) {
            return try timed { () throws(PostgresError) in
                let deadline = Deadline(seconds: seconds)
                try connect(deadline)
                let question = openQuestion
                let statements = (question.map { [$0] } ?? []) + queue + [statement]
                let prepared = try statements.map { statement throws(PostgresError) in
                    try prepare(statement, deadline)
                }
                queue = []
                hasBegun = isInTransaction
                guard question != nil else {
                    return try link.connection?.run(prepared, deadline: deadline) ?? []
                }
                let rows = try link.connection?.run(prepared, deadline: deadline) {
                    companion?.rows = $0
                }
                return companion?.rows?.isEmpty == true ? [] : rows ?? []
            }
        } catch {
            note(error)
            throw error
        }
    }

    /// Streams once, before the deadline of a statement.
    func streamOnce(
        _ statement: Statement, _ planning: Planning,
        _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        precondition(queue.isEmpty, "a stream cannot go out with other statements")
        do throws(PostgresError) {
            try timed { () throws(PostgresError) in
                let deadline = Deadline(seconds: limits.statement)
                try connect(deadline)
                try plan(planning, deadline)
                // Only without values is a plan for all of them a plan for these.
                let streamed: StreamedStatement =
                    statement.binds.isEmpty
                    ? .prepared(try prepare(statement, deadline)) : .planned(statement)
                if let question = openQuestion {
                    let leader = try prepare(question, deadline)
                    try link.connection?.stream(
                        streamed, behind: leader, deadline: deadline,
                        answered: { companion?.rows = $0 }, take)
                } else {
                    try link.connection?.stream(streamed, deadline: deadline, take)
                }
            }
        } catch {
            note(error)
            throw error
        }
    }

    /// The question that the next statement takes along.
    private var openQuestion: Statement? {
        guard !isInTransaction, let companion, companion.rows == nil else { return nil }
        return companion.statement
    }

    /// Makes the planner work so from now on.
    private func plan(_ planning: Planning, _ deadline: Deadline) throws(PostgresError) {
        guard link.planning != planning else { return }
        try link.connection?.execute(planning.settings, deadline: deadline)
        link.planning = planning
    }

    private func prepare(
        _ statement: Statement, _ deadline: Deadline
    ) throws(PostgresError) -> PreparedStatement {
        if let name = link.prepared[statement.sql] {
            return PreparedStatement(name: name, binds: statement.binds)
        }
        let name = "s\(link.prepared.count)"
        try link.connection?.prepare(name, statement.sql, deadline: deadline)
        link.prepared[statement.sql] = name
        return PreparedStatement(name: name, binds: statement.binds)
    }

    private func connect(_ deadline: Deadline) throws(PostgresError) {
        if !hasBegun, link.connection?.isLost() == true { disconnect() }
        guard link.connection == nil else { return try forgetStalePlans(deadline) }
        if hasBegun { throw PostgresError(.disconnected, "lost within a transaction") }
        if heldLocks > 0 { throw PostgresError(.disconnected, "lost while holding a lock") }
        let connection = try open()
        // The longest that any of ours may take, waiting for a lock: what we gave up before that
        // may go on until then. Its helpers for long queries cost a page more than the page does.
        let milliseconds = Int(max(limits.statement, limits.lock) * 1_000)
        try connection.execute(
            """
            SET statement_timeout = \(milliseconds); SET synchronous_commit = on; \
            SET idle_in_transaction_session_timeout = '60s'; SET client_encoding = 'UTF8'; \
            SET max_parallel_workers_per_gather = 0; SET jit = off
            """, deadline: deadline)
        link.connection = consume connection
        link.token = activity?.begin()
    }

    private func open() throws(PostgresError) -> Connection {
        companion?.silence = nil
        do throws(PostgresError) {
            return try Connection.open(conninfo, deadline: Deadline(seconds: limits.connect))
        } catch {
            companion?.silence = error
            throw error
        }
    }

    /// Prepares all anew after a migration; not within a transaction, which has failed by then.
    private func forgetStalePlans(_ deadline: Deadline) throws(PostgresError) {
        guard link.hasStalePlans, !hasBegun else { return }
        // The connection itself stays: it may hold a content's lock.
        try link.connection?.execute("DEALLOCATE ALL", deadline: deadline)
        link.prepared = [:]
        link.hasStalePlans = false
    }

    private func note(_ error: PostgresError) {
        repeatable = error.isWorthRepeating
        activity?.note(error)
        if error.code == .timedOut { companion?.silence = error }
        if error.code == .stalePlan { link.hasStalePlans = true }
        if error.endsConnection { disconnect() }
    }

    private func disconnect() {
        link.connection = nil
        link.token = nil
        link.prepared = [:]
        link.planning = .forKeys
        link.hasStalePlans = false
    }

    private func timed<R>(_ body: () throws(PostgresError) -> R) throws(PostgresError) -> R {
        let start = ContinuousClock.now
        activity?.enter()
        defer {
            activity?.leave()
            waited += start.duration(to: .now)
        }
        return try body()
    }
}
