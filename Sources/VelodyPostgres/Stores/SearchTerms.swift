import VelodyDomain

/// What a row of the alias `b` must hold to be found: see `search_terms()` in `sql/0004`.
struct SearchTerms {
    /// How many patterns the planner weighs one by one; the rest it only tests.
    private static let weighed = 4

    private let grams: [String]
    private let patterns: [String]

    /// The terms of a search; nil where nothing is searched for.
    static func of(
        _ search: String?, on session: PostgresSession
    ) throws(StoreError) -> SearchTerms? {
        guard let search else { return nil }
        return try session.first("SELECT grams, patterns FROM search_terms(\(search))") {
            row throws(PostgresError) in
            let grams = try row.texts()
            // The longest is the rarest.
            let patterns = try row.texts().sorted { $0.utf8.count > $1.utf8.count }
            return SearchTerms(grams: grams, patterns: patterns)
        }
    }

    /// What is looked for; a search of which folding leaves nothing, such as apostrophes, finds nothing.
    var conditions: Statement {
        if grams.isEmpty, patterns.isEmpty { return "AND false" }
        let rest = Array(patterns.dropFirst(Self.weighed))
        let tested: Statement = rest.isEmpty ? "" : "AND b.document LIKE ALL (\(rest))"
        let begun: Statement = grams.isEmpty ? "" : "AND b.grams @> \(grams)"
        return patterns.prefix(Self.weighed).reduce("\(begun) \(tested)") { conditions, pattern in
            "\(conditions) AND b.document LIKE \(pattern)"
        }
    }
}
