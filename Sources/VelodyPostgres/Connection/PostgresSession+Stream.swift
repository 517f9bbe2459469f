import VelodyDomain

extension PostgresSession {
    /// Runs a statement that only reads, lending each row to `take` as it arrives, until that
    /// returns false.
    ///
    /// Repeated on a fresh connection only while no row was lent.
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
                guard error.code == .disconnected, !isInTransaction, !hasBegun else { throw error }
                try attempt()
            }
        } catch {
            throw StoreError(error)
        }
    }
}
