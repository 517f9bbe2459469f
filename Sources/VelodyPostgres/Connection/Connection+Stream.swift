import CPostgres

extension Connection {
    /// Runs a statement and lends its rows one by one as they arrive (libpq section 34.6).
    ///
    /// Once `take` returns false or throws, the rest is received and dropped.
    func stream(
        _ statement: StreamedStatement, deadline: Deadline,
        _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        try dispatch(statement)
        try flush(deadline)
        if let failure = try lendRows(deadline, isWanted: true, take) { throw explained(failure) }
    }

    /// Does the same behind another statement, in one go (libpq section 34.5).
    ///
    /// `answered` is given that one's rows, before any is lent; where it has none, none is. Where it fails,
    /// the streamed one does not run.
    func stream(
        _ statement: StreamedStatement, behind leader: PreparedStatement, deadline: Deadline,
        answered: ([Row]) -> Void, _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        try enterPipeline()
        try dispatch(leader)
        try dispatch(statement)
        try sendPipeline(deadline)
        let first = try nextOutcome(deadline)
        var failure = first.failure
        if failure == nil {
            answered(first.rows)
            failure = try lendRows(deadline, isWanted: !first.rows.isEmpty, take)
        } else {
            // One that did not run says so in its place.
            _ = try nextOutcome(deadline)
        }
        try leavePipeline(deadline)
        if let failure { throw explained(failure) }
    }

    private func dispatch(_ statement: StreamedStatement) throws(PostgresError) {
        switch statement {
        case .prepared(let statement): try dispatch(statement)
        case .planned(let statement):
            try unsafe hand(statement.binds) { raw, count, values in
                unsafe PQsendQueryParams(raw, statement.sql, count, nil, values, nil, nil, 1) == 1
            }
        }
    }

    /// Lends the rows of the statement whose results come next, and returns its first failure or `take`'s.
    private func lendRows(
        _ deadline: Deadline, isWanted: Bool,
        _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) -> PostgresError? {
        try unsafe hand { unsafe PQsetSingleRowMode($0) == 1 }
        var failure: PostgresError?
        var isWanted = isWanted
        while let result = try nextResult(deadline) {
            if let error = result.error {
                failure = failure ?? error
            } else if isWanted, result.isRow {
                var row = LentRow(result)
                do throws(PostgresError) { isWanted = try take(&row) } catch {
                    failure = error
                    isWanted = false
                }
            }
        }
        return failure
    }
}
