/// How many rows a page's statement asks for: one more than the page has, which says whether there are more.
enum RowLimit {
    /// As a bind; but that of ``PageSize/usual`` is a literal.
    ///
    /// A first page without conditions then has no binds at all, and its plan is kept: planning would
    /// take PostgreSQL a good part of what the page does.
    static func beyond(_ limit: Int) -> Statement {
        limit + 1 == 101 ? "101" : "\(limit + 1)"
    }
}
