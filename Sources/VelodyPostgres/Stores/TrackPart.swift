import VelodyDomain

/// The parts of a list of tracks: those with a value to be ordered by, and then, whatever the direction,
/// those without.
///
/// Each is one scan of the order's index, whose rows come in their order: none is sorted, and a page's
/// first rows are there while its last are still looked up.
enum TrackPart {
    case valued
    case unvalued

    /// The parts that follow a place.
    static func following(_ after: TrackPosition?, in order: TrackOrder) -> [TrackPart] {
        guard order.isOptional else { return [.valued] }
        if let after, after.key == nil { return [.unvalued] }
        return [.valued, .unvalued]
    }

    /// The rows after a place that meet conditions: `key` and `track_id`, in their order.
    func rows(
        _ order: TrackOrder, _ conditions: Statement, after: TrackPosition?, limit: Statement
    ) -> Statement {
        """
        SELECT \(order.column) AS key, b.track_id FROM browse_tracks b
        WHERE \(conditions) \(presence(order)) \(place(order, after))
        ORDER BY \(order.column) \(order.direction), b.track_id \(order.direction)
        LIMIT \(limit)
        """
    }

    private func presence(_ order: TrackOrder) -> Statement {
        switch self {
        case .valued: order.isOptional ? "AND \(order.column) IS NOT NULL" : ""
        case .unvalued: "AND \(order.column) IS NULL"
        }
    }

    /// A place among those with a value is before all of those without.
    private func place(_ order: TrackOrder, _ after: TrackPosition?) -> Statement {
        switch (self, after, after?.key) {
        case (.valued, let after?, let key?):
            """
            AND (\(order.column), b.track_id) \(order.follows) (\(TrackOrder.bind(key)), \(after.id))
            """
        case (.unvalued, let after?, nil): "AND b.track_id \(order.follows) \(after.id)"
        default: ""
        }
    }
}
