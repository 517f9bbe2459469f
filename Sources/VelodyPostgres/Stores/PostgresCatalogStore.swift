package import VelodyDomain

/// The library in PostgreSQL, browsed by the tables that `sql/0004` and `sql/0011` derive.
package struct PostgresCatalogStore: CatalogStore {
    let session: PostgresSession

    package init(_ session: PostgresSession) { self.session = session }

    package func tracks(
        _ query: TrackQuery, after: TrackPosition?, limit: Int, to sink: inout some TrackSink
    ) throws(StoreError) -> TrackPosition? {
        let order = TrackOrder(sort: query.sort, order: query.order)
        let conditions = TrackFilter.conditions(
            query, terms: try SearchTerms.of(query.search, on: session))
        var end = PageEnd<TrackPosition>(limit: limit)
        for part in TrackPart.following(after, in: order) where end.next == nil {
            let rows = part.rows(
                order, conditions, after: after, limit: RowLimit.beyond(end.rest))
            try session.stream(
                """
                SELECT page.key, page.track_id, \(TrackRecord.columns)
                FROM (\(rows)) AS page, \(TrackRow.tables) WHERE t.id = page.track_id
                ORDER BY page.key \(order.direction), page.track_id \(order.direction)
                """, planned: .forLists
            ) { row throws(PostgresError) in
                guard end.admits() else { return false }
                let key = try row.next { bytes throws(PostgresError) in try order.key(bytes) }
                let position = TrackPosition(key: key, id: TrackID(try row.uuid()))
                end.tell(position, wantsMore: try row.track(to: &sink))
                return true
            }
        }
        return end.next
    }
}
