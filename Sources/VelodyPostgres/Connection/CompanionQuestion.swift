/// A question that is asked beside other statements, and what came of it so far.
struct CompanionQuestion {
    let statement: Statement
    /// The answer, once it came.
    var rows: [Row]?
    /// Why nothing more is to be hoped for: no connection could be made, or nothing came in time.
    var silence: PostgresError?
}
