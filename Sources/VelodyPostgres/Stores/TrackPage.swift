import VelodyDomain

/// The rows of one page: `part`, `key`, `track_id`.
///
/// Tracks with a value come first and those without second, whatever the direction: each part is
/// one scan of the order's index, and the second begins only where the first does not fill the page.
enum TrackPage {
    static func rows(
        _ order: TrackOrder, _ conditions: Statement, after: TrackPosition?, limit: Statement
    ) -> Statement {
        guard order.isOptional else { return valued(order, conditions, after, limit) }
        if let after, after.key == nil { return unvalued(order, conditions, after, limit) }
        return """
            (\(valued(order, conditions, after, limit))) UNION ALL
            (\(unvalued(order, conditions, nil, limit))) LIMIT \(limit)
            """
    }

    private static func valued(
        _ order: TrackOrder, _ conditions: Statement, _ after: TrackPosition?, _ limit: Statement
    ) -> Statement {
        let present: Statement = order.isOptional ? "AND \(order.column) IS NOT NULL" : ""
        return """
            SELECT 1 AS part, \(order.column) AS key, b.track_id FROM browse_tracks b
            WHERE \(conditions) \(present) \(place(order, after))
            ORDER BY \(order.column) \(order.direction), b.track_id \(order.direction)
            LIMIT \(limit)
            """
    }

    private static func unvalued(
        _ order: TrackOrder, _ conditions: Statement, _ after: TrackPosition?, _ limit: Statement
    ) -> Statement {
        let place: Statement = after.map { "AND b.track_id \(order.follows) \($0.id)" } ?? ""
        return """
            SELECT 2 AS part, \(order.column) AS key, b.track_id FROM browse_tracks b
            WHERE \(conditions) AND \(order.column) IS NULL \(place)
            ORDER BY b.track_id \(order.direction) LIMIT \(limit)
            """
    }

    private static func place(_ order: TrackOrder, _ after: TrackPosition?) -> Statement {
        guard let after, let key = after.key else { return "" }
        return """
            AND (\(order.column), b.track_id) \(order.follows) (\(TrackOrder.bind(key)), \(after.id))
            """
    }
}
