import VelodyDomain

extension PostgresSession {
    /// Begins a transaction that sees one moment and writes nothing, until ``endSnapshot()``.
    ///
    /// Never repeated: what was exported of it would be gone.
    func beginSnapshot() throws(StoreError) {
        try enterTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    func endSnapshot() throws(StoreError) { try leaveTransaction("COMMIT") }
}
