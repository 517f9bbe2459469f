import VelodyDomain

/// What PostgreSQL, or the way to it, answered instead of rows.
struct PostgresError: Error {
    /// The kinds of failure.
    enum Code: Equatable {
        /// The connection cannot be made, or was lost.
        case disconnected
        /// No answer came before the deadline.
        case timedOut
        /// The server refused, with this SQLSTATE.
        case refused(sqlState: String)
        /// A migration changed what a prepared statement returns; it was not run.
        case stalePlan
        /// A row is not as the code expects it.
        case unexpectedRow
    }

    let code: Code
    /// Constraint and routine, or what libpq says of the connection.
    ///
    /// Never DETAIL: it holds values.
    let diagnostic: String

    init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }

    /// The SQLSTATE of a server that only reads: another one is, or will be, the primary.
    static let readOnly = "25006"

    /// Whether the connection is of no more use: lost, or with an answer of unknown age on its way,
    /// or to a server that has become a standby.
    var endsConnection: Bool {
        [.disconnected, .timedOut, .refused(sqlState: Self.readOnly)].contains(code)
    }

    /// Whether running the whole transaction again may succeed (serialization, deadlock, a
    /// statement that is prepared anew, and a connection to the server that is the primary now).
    var isWorthRepeating: Bool {
        let states = ["40001", "40P01", Self.readOnly]
        return code == .stalePlan || states.contains { code == .refused(sqlState: $0) }
    }
}

extension StoreError {
    /// The one translation from SQLSTATE classes to what a caller can act on.
    init(_ error: PostgresError) {
        switch error.code {
        case .disconnected: self.init(.unavailable, "connection: \(error.diagnostic)")
        case .timedOut: self.init(.unavailable, "deadline: \(error.diagnostic)")
        case .stalePlan: self.init(.unavailable, "stale plan: \(error.diagnostic)")
        case .unexpectedRow: self.init(.unexpected, "row: \(error.diagnostic)")
        case .refused(let state):
            let diagnostic = "SQLSTATE \(state) \(error.diagnostic)"
            switch state.prefix(2) {
            // Connection, insufficient resources, operator intervention, lock not available, a
            // disk that fails.
            case "08", "53", "57", "55", "40", "58": self.init(.unavailable, diagnostic)
            case "25" where state == PostgresError.readOnly: self.init(.unavailable, diagnostic)
            default: self.init(.unexpected, diagnostic)
            }
        }
    }
}
