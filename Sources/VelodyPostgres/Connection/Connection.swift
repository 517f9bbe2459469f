import CPostgres
import Glibc

/// Owns one libpq connection, spoken to asynchronously so that every wait has a deadline.
///
/// Not `Sendable`: the compiler confines it to one thread.
@safe struct Connection: ~Copyable {
    private let raw: OpaquePointer

    init(owning raw: OpaquePointer) { unsafe self.raw = raw }

    deinit { unsafe PQfinish(raw) }

    /// Whether the server has closed the connection while it was idle; reads what has come.
    func isLost() -> Bool {
        var watched = pollfd(fd: unsafe PQsocket(raw), events: Int16(POLLIN), revents: 0)
        // A last message comes first, and its reading succeeds: only the end after it tells.
        while unsafe poll(&watched, 1, 0) > 0 {
            guard unsafe PQconsumeInput(raw) == 1, unsafe PQstatus(raw) == CONNECTION_OK else {
                return true
            }
        }
        return false
    }

    /// For poll(2).
    var descriptor: Int32 { unsafe PQsocket(raw) }

    /// Whether notifications have come since the last call; nil when the connection is lost.
    func takeNotifications() -> Bool? {
        guard !isLost() else { return nil }
        var hasSome = false
        while let notification = unsafe PQnotifies(raw) {
            unsafe PQfreemem(notification)
            hasSome = true
        }
        return hasSome
    }

    /// Sends statements in the simple protocol, without binds; for settings and transactions.
    func execute(_ sql: String, deadline: Deadline) throws(PostgresError) {
        guard unsafe PQsendQuery(raw, sql) == 1 else { throw lost() }
        _ = try results(deadline)
    }

    /// Prepares a statement under a name.
    func prepare(_ name: String, _ sql: String, deadline: Deadline) throws(PostgresError) {
        guard unsafe PQsendPrepare(raw, name, sql, 0, nil) == 1 else { throw lost() }
        _ = try results(deadline)
    }

    /// Runs a prepared statement; results come in the binary format.
    func run(
        _ statement: PreparedStatement, deadline: Deadline
    ) throws(PostgresError) -> [Row] {
        try dispatch(statement)
        return try results(deadline)
    }

    /// Has libpq take a statement, to be sent with the next flush.
    func dispatch(_ statement: PreparedStatement) throws(PostgresError) {
        try unsafe hand(statement.binds) { raw, count, values in
            unsafe PQsendQueryPrepared(raw, statement.name, count, values, nil, nil, 1) == 1
        }
    }

    /// Goes on until libpq is connected, before the deadline.
    func finishConnecting(_ deadline: Deadline) throws(PostgresError) {
        // It would write to standard error, among the lines of the log: as PostgreSQL ends a session
        // that is idle, for one. What matters of it comes as an error where it matters.
        unsafe PQsetNoticeReceiver(raw, { _, _ in }, nil)
        while true {
            switch unsafe PQconnectPoll(raw) {
            case PGRES_POLLING_OK:
                unsafe PQsetnonblocking(raw, 1)
                return
            case PGRES_POLLING_READING: try wait(for: POLLIN, deadline)
            case PGRES_POLLING_WRITING: try wait(for: POLLOUT, deadline)
            default: throw lost()
            }
        }
    }

    /// Collects every result of what was sent; the first error is thrown after the last one.
    private func results(_ deadline: Deadline) throws(PostgresError) -> [Row] {
        try flush(deadline)
        let outcome = try nextOutcome(deadline)
        if let failure = outcome.failure { throw explained(failure) }
        return outcome.rows
    }

    /// Waits for all that comes of the next statement; the first failure is its.
    func nextOutcome(
        _ deadline: Deadline
    ) throws(PostgresError) -> (rows: [Row], failure: PostgresError?) {
        var rows: [Row] = []
        var failure: PostgresError?
        while let result = try nextResult(deadline) {
            failure = failure ?? result.error
            rows += result.rows()
        }
        return (rows, failure)
    }

    /// Waits for the next result of what was sent; nil after the last one of a statement.
    func nextResult(_ deadline: Deadline) throws(PostgresError) -> QueryResult? {
        while unsafe PQisBusy(raw) == 1 {
            try wait(for: POLLIN, deadline)
            guard unsafe PQconsumeInput(raw) == 1 else { throw lost() }
        }
        guard let result = unsafe PQgetResult(raw) else { return nil }
        return unsafe QueryResult(owning: result)
    }

    /// Sends by `send`, which returns whether libpq took it, before the deadline.
    func send(_ deadline: Deadline, _ send: (OpaquePointer) -> Bool) throws(PostgresError) {
        try unsafe hand(send)
        try flush(deadline)
    }

    /// Hands something to libpq by `take`, which returns whether libpq took it.
    func hand(_ take: (OpaquePointer) -> Bool) throws(PostgresError) {
        guard unsafe take(raw) else { throw lost() }
    }

    /// The same, with values in libpq's form, which last for the call.
    func hand(
        _ binds: [String?],
        _ take: (OpaquePointer, Int32, [UnsafePointer<CChar>?]) -> Bool
    ) throws(PostgresError) {
        let values = unsafe binds.map { unsafe $0.flatMap { unsafe strdup($0) } }
        defer { unsafe values.forEach { unsafe free($0) } }
        let pointers = unsafe values.map { unsafe UnsafePointer($0) }
        try unsafe hand { unsafe take($0, Int32(binds.count), pointers) }
    }

    /// What the server refused; or, where it ended the connection with that, the loss.
    func explained(_ failure: PostgresError) -> PostgresError {
        unsafe PQstatus(raw) == CONNECTION_OK
            ? failure : PostgresError(.disconnected, failure.diagnostic)
    }

    /// Sends what libpq has taken, before the deadline.
    func flush(_ deadline: Deadline) throws(PostgresError) {
        while true {
            switch unsafe PQflush(raw) {
            case 0: return
            case 1:
                try wait(for: POLLIN | POLLOUT, deadline)
                guard unsafe PQconsumeInput(raw) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func wait(for events: Int32, _ deadline: Deadline) throws(PostgresError) {
        var watched = pollfd(fd: unsafe PQsocket(raw), events: Int16(events), revents: 0)
        while true {
            let milliseconds = deadline.millisecondsLeft
            guard milliseconds > 0 else { throw PostgresError(.timedOut, "no answer in time") }
            let ready = unsafe poll(&watched, 1, milliseconds)
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else {
                throw PostgresError(.disconnected, "poll failed")
            }
        }
    }

    private func lost() -> PostgresError {
        // libpq's text names host and reason; it never holds the password.
        let message = unsafe String(cString: PQerrorMessage(raw))
        return PostgresError(.disconnected, message.split(separator: "\n").joined(separator: "; "))
    }
}
