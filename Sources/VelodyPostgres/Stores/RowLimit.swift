/// How many rows a page's statement asks for: one more than the page has, which says whether there are more.
enum RowLimit {
    /// As a bind; but the number of a page for which nobody named one is a literal.
    ///
    /// A first page without conditions then has no binds at all, and its plan is kept: making it takes
    /// PostgreSQL as long as the page.
    static func beyond(_ limit: Int) -> Statement { limit == 100 ? "101" : "\(limit + 1)" }
}
