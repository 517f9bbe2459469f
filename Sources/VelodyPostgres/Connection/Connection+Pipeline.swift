import CPostgres

extension Connection {
    /// Runs statements in their order, in one go (libpq section 34.5), and returns the rows of the last.
    ///
    /// After the first that fails none runs; its failure is thrown.
    func run(
        _ statements: [PreparedStatement], deadline: Deadline
    ) throws(PostgresError) -> [Row] {
        if statements.count == 1 { return try run(statements[0], deadline: deadline) }
        try unsafe hand { unsafe PQenterPipelineMode($0) == 1 }
        for statement in statements { try dispatch(statement) }
        try unsafe send(deadline) { unsafe PQpipelineSync($0) == 1 }
        var rows: [Row] = []
        var failure: PostgresError?
        for _ in statements {
            while let result = try nextResult(deadline) {
                // Those that did not run for it say so in their place.
                if failure == nil { failure = result.error }
                rows = result.rows()
            }
        }
        // The mark behind the last, and then nothing more.
        while try nextResult(deadline) != nil {}
        try unsafe hand { unsafe PQexitPipelineMode($0) == 1 }
        if let failure { throw explained(failure) }
        return rows
    }
}
