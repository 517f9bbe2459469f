/// A statement that a connection has prepared, and the values for this run of it.
struct PreparedStatement {
    let name: String
    /// In PostgreSQL's text format; nil is NULL.
    let binds: [String?]
}
