package import VelodyDomain

extension PostgresCatalogStore {
    package func albums(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Album> {
        let found = try SearchTerms.of(search, on: session)?.conditions ?? ""
        let place: Statement =
            after.map { "AND (b.name, b.owner) > (\($0.name), \($0.owner))" } ?? ""
        return try page(
            """
            SELECT g.name, g.owner, g.shown[1], g.shown_owner[1], g.track_count, g.duration_ms,
                   d.year, d.artwork_id
            FROM (
              SELECT b.name, b.owner, array_agg(b.shown ORDER BY b.track_count DESC, b.shown) AS shown,
                     array_agg(b.shown_owner ORDER BY b.track_count DESC, b.shown) AS shown_owner,
                     sum(b.track_count)::bigint AS track_count,
                     sum(b.duration_ms)::bigint AS duration_ms
              FROM browse_albums b WHERE true \(found) \(place)
              GROUP BY b.name, b.owner ORDER BY b.name, b.owner LIMIT \(RowLimit.beyond(limit))
            ) AS g \(Self.albumTracks) ORDER BY g.name, g.owner
            """, limit: limit
        ) { row throws(PostgresError) in
            Album(
                name: try row.text(), artist: try row.optionalText(),
                trackCount: Int(try row.integer()), durationMs: Int(try row.integer()),
                year: try row.optionalInteger(), artwork: try row.optionalID())
        }
    }

    package func artists(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Artist> {
        try page(
            """
            SELECT g.name, '', g.shown[1], g.track_count, g.duration_ms,
                   (SELECT count(*) FROM browse_artist_albums m WHERE m.artist = g.name)
            FROM (\(try names("browse_artists", search, after, limit))) AS g ORDER BY g.name
            """, limit: limit
        ) { row throws(PostgresError) in
            Artist(
                name: try row.text(), trackCount: Int(try row.integer()),
                durationMs: Int(try row.integer()), albumCount: Int(try row.integer()))
        }
    }

    package func genres(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Genre> {
        try page(
            """
            SELECT g.name, '', g.shown[1], g.track_count, g.duration_ms
            FROM (\(try names("browse_genres", search, after, limit))) AS g ORDER BY g.name
            """, limit: limit
        ) { row throws(PostgresError) in
            Genre(
                name: try row.text(), trackCount: Int(try row.integer()),
                durationMs: Int(try row.integer()))
        }
    }

    /// A page's names, each once, with its spellings, the most frequent first.
    private func names(
        _ table: Statement, _ search: String?, _ after: NamePosition?, _ limit: Int
    ) throws(StoreError) -> Statement {
        let found = try SearchTerms.of(search, on: session)?.conditions ?? ""
        let place: Statement = after.map { "AND b.name > \($0.name)" } ?? ""
        return """
            SELECT b.name, array_agg(b.shown ORDER BY b.track_count DESC, b.shown) AS shown,
                   sum(b.track_count)::bigint AS track_count,
                   sum(b.duration_ms)::bigint AS duration_ms
            FROM \(table) b WHERE true \(found) \(place)
            GROUP BY b.name ORDER BY b.name LIMIT \(RowLimit.beyond(limit))
            """
    }

    /// Runs a statement whose rows begin with the two parts of their position.
    private func page<Item>(
        _ statement: Statement, limit: Int, _ read: (inout LentRow) throws(PostgresError) -> Item
    ) throws(StoreError) -> NamePage<Item> {
        var end = PageEnd<NamePosition>(limit: limit)
        var items: [Item] = []
        try session.stream(statement, planned: .forLists) { row throws(PostgresError) in
            guard end.admits() else { return false }
            end.tell(NamePosition(name: try row.text(), owner: try row.text()))
            items.append(try read(&row))
            return true
        }
        return NamePage(items: items, next: end.next)
    }

    /// What the oldest tracks of an album `g` say of it; a few, since some albums have thousands.
    private static let albumTracks: Statement = """
        LEFT JOIN LATERAL (
          SELECT (array_agg(o.year ORDER BY o.created_at, o.id)
                  FILTER (WHERE o.year IS NOT NULL))[1] AS year,
                 (array_agg(o.artwork_id ORDER BY o.created_at, o.id)
                  FILTER (WHERE o.artwork_id IS NOT NULL))[1] AS artwork_id
          FROM (
            SELECT t.id, t.created_at, t.year, t.artwork_id
            FROM browse_tracks b JOIN tracks t ON t.id = b.track_id
            WHERE b.album_name = g.name AND b.album_owner = g.owner AND b.is_active
            ORDER BY b.created_at, b.track_id LIMIT 20
          ) AS o
        ) AS d ON true
        """
}
