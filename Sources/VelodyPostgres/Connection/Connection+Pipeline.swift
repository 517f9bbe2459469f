import CPostgres

extension Connection {
    /// Runs statements in their order, in one go (libpq section 34.5), and returns the rows of the last.
    ///
    /// After the first that fails none runs; its failure is thrown. Where there are several, `answered` is
    /// given the first one's rows as they come, whatever becomes of the others.
    func run(
        _ statements: [PreparedStatement], deadline: Deadline,
        answered: ([Row]) -> Void = { _ in }
    ) throws(PostgresError) -> [Row] {
        if statements.count == 1 { return try run(statements[0], deadline: deadline) }
        try enterPipeline()
        for statement in statements { try dispatch(statement) }
        try sendPipeline(deadline)
        var rows: [Row] = []
        var failure: PostgresError?
        for place in statements.indices {
            let outcome = try nextOutcome(deadline)
            rows = outcome.rows
            if place == 0, outcome.failure == nil { answered(rows) }
            // Those that did not run for it say so in their place.
            failure = failure ?? outcome.failure
        }
        try leavePipeline(deadline)
        if let failure { throw explained(failure) }
        return rows
    }

    /// From now on statements that are dispatched wait for each other's results no more.
    func enterPipeline() throws(PostgresError) {
        try unsafe hand { unsafe PQenterPipelineMode($0) == 1 }
    }

    /// Sends what was dispatched, and the mark behind it.
    func sendPipeline(_ deadline: Deadline) throws(PostgresError) {
        try unsafe send(deadline) { unsafe PQpipelineSync($0) == 1 }
    }

    /// Receives the mark behind the last statement, and then nothing more.
    func leavePipeline(_ deadline: Deadline) throws(PostgresError) {
        while try nextResult(deadline) != nil {}
        try unsafe hand { unsafe PQexitPipelineMode($0) == 1 }
    }
}
