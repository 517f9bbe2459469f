import CPostgres

extension Connection {
    /// Runs a statement and lends its rows one by one as they arrive (libpq section 34.6).
    ///
    /// It is planned for these binds: a plan for any `LIMIT` would read whole tables for a page.
    /// Once `take` returns false or throws, the rest is received and dropped.
    func stream(
        _ statement: Statement, deadline: Deadline,
        _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        try unsafe hand(statement.binds) { raw, count, values in
            unsafe PQsendQueryParams(raw, statement.sql, count, nil, values, nil, nil, 1) == 1
        }
        try lendRows(deadline, take)
    }

    /// Does the same with a prepared statement, whose plan is kept where it has no binds.
    func stream(
        _ statement: PreparedStatement, deadline: Deadline,
        _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        try dispatch(statement)
        try lendRows(deadline, take)
    }

    private func lendRows(
        _ deadline: Deadline, _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(PostgresError) {
        try unsafe send(deadline) { unsafe PQsetSingleRowMode($0) == 1 }
        var failure: PostgresError?
        var isWanted = true
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
        if let failure { throw explained(failure) }
    }
}
