/// How the planner is to weigh the ways to a statement's rows.
enum Planning {
    /// As the server is set: for pages that are read by their keys.
    ///
    /// Whatever is no page runs under the settings of the last one: rows that are found by their keys are
    /// found so under either.
    case forKeys
    /// For the first rows of an order, of those that meet conditions.
    ///
    /// Either the order's index is walked until enough rows meet the conditions, or all that do are
    /// looked up and sorted. Rows that are walked lie all over the table; the planner, which spreads
    /// the cost of a whole walk evenly, has each of them cost a page only if it believes in no cache.
    /// What belongs to the rows of a page is looked up by its key: other ways read far more than that, and
    /// mostly have no row ready before the last.
    case forLists

    /// The settings, as statements.
    var settings: String {
        switch self {
        case .forKeys:
            """
            RESET random_page_cost; RESET effective_cache_size; RESET enable_hashjoin; \
            RESET enable_mergejoin
            """
        case .forLists:
            """
            SET random_page_cost = 1.1; SET effective_cache_size = '1MB'; \
            SET enable_hashjoin = off; SET enable_mergejoin = off
            """
        }
    }
}
