/// A statement whose rows are lent as they arrive.
enum StreamedStatement {
    /// Planned for its binds: a plan for any `LIMIT` would read whole tables for a page.
    case planned(Statement)
    /// Its plan is kept where it has no binds.
    case prepared(PreparedStatement)
}
