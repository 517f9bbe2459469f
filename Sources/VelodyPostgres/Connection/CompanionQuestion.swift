/// A question that is asked beside other statements, and what came of it so far.
struct CompanionQuestion {
    let statement: Statement
    /// The answer, once it came with a statement that succeeded.
    var rows: [Row]?
    /// Why no connection could be made, the last time that one was needed.
    var unreachable: PostgresError?
}
