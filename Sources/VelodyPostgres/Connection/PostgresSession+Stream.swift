import VelodyDomain

extension PostgresSession {
    /// Runs a statement that only reads, lending each row to `take` as it arrives, until that
    /// returns false.
    ///
    /// Without binds it is prepared once and keeps its plan. Repeated, on a fresh connection or with a
    /// fresh plan, only while no row was lent.
    func stream(
        _ statement: Statement, planned planning: Planning = .forKeys,
        _ take: (inout LentRow) throws(PostgresError) -> Bool
    ) throws(StoreError) {
        var hasBegun = false
        func attempt() throws(PostgresError) {
            try streamOnce(statement, planning) { row throws(PostgresError) in
                hasBegun = true
                return try take(&row)
            }
        }
        do throws(PostgresError) {
            do throws(PostgresError) { try attempt() } catch {
                guard !isInTransaction, !hasBegun, isRepeatable(statement, after: error) else {
                    throw error
                }
                try attempt()
            }
        } catch {
            throw StoreError(error)
        }
    }
}
