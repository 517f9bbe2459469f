import VelodyDomain

extension PostgresSession {
    /// Runs `body`, and asks `question` in the same round trip as the first statement of it.
    ///
    /// Both only read. Where that statement fails, where a transaction has it, or where there is none, the
    /// question is asked with the next one, and by itself in the end. To a question without rows the
    /// statement it went out with has none either.
    /// - Returns: the question's first row as `read` by it, nil where it has none; and what `body` returned.
    func first<T, R>(
        _ question: Statement, _ read: (inout Row) throws(PostgresError) -> T, beside body: () -> R
    ) throws(StoreError) -> (found: T?, result: R) {
        let (asked, result) = announcing(question, body)
        guard let rows = asked.rows else {
            // Else everybody would wait twice for a database that is away, or hangs.
            if let error = asked.silence { throw StoreError(error) }
            return (try first(question, read), result)
        }
        do throws(PostgresError) {
            guard var row = rows.first else { return (nil, result) }
            return (try read(&row), result)
        } catch {
            throw StoreError(error)
        }
    }

    /// Nothing of the question is left in the session afterwards.
    private func announcing<R>(
        _ question: Statement, _ body: () -> R
    ) -> (asked: CompanionQuestion, result: R) {
        precondition(companion == nil, "one question at a time goes out beside others")
        let unasked = CompanionQuestion(statement: question)
        companion = unasked
        defer { companion = nil }
        let result = body()
        return (companion ?? unasked, result)
    }
}
