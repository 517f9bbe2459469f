import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// Lists of tracks, walked page by page.
@Suite(.serialized, .cluster) struct CatalogWalkTests {
    private let library: ScratchLibrary

    init() throws { library = try ScratchLibrary() }

    /// Tracks with ties and gaps in every column: 0 to 4 of each kind.
    private func addMixed(_ count: Int) throws {
        try library.addTracks(count)
        try library.sql(
            """
            UPDATE tracks t SET
              title = (ARRAY[NULL, 'b', 'B', 'á', 'Ж', '日'])[1 + n % 6],
              artist = (ARRAY[NULL, 'x', 'y'])[1 + n % 3], artists = ARRAY['x', 'Zoë'],
              album = CASE WHEN n % 2 = 0 THEN repeat('long ', 90) || n % 3 END,
              genre = CASE WHEN n % 4 > 0 THEN 'Röck' END,
              year = CASE WHEN n % 3 > 0 THEN 1990 + n % 4 END,
              created_at = '2024-01-01'::timestamptz + n % 5 * interval '1 second',
              updated_at = '2024-01-01'::timestamptz + n % 7 * interval '1 second',
              duration_ms = n % 4
            FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM tracks) m WHERE m.id = t.id;
            """)
    }

    /// The list as SQL orders it in one piece.
    private func expected(_ sort: TrackQuery.Sort, _ order: TrackQuery.Order) throws -> [TrackID] {
        let column =
            switch sort {
            case .title: #"left(title, 200) COLLATE "und-x-icu""#
            case .artist: #"left(artist, 200) COLLATE "und-x-icu""#
            case .album: #"left(album, 200) COLLATE "und-x-icu""#
            case .year: "year"
            case .createdAt: "created_at"
            case .updatedAt: "updated_at"
            case .durationMs: "duration_ms"
            }
        return try library.sql(
            """
            SELECT id FROM tracks WHERE deleted_at IS NULL
            ORDER BY \(column) \(order.rawValue) NULLS LAST, id \(order.rawValue)
            """
        ).split(separator: "\n").compactMap { TrackID($0) }
    }

    @Test func `pages of any size hold every track once, in every order`() throws {
        try addMixed(23)
        try library.sql("UPDATE tracks SET deleted_at = now() WHERE duration_ms = 3")
        for sort in TrackQuery.Sort.allCases {
            for order in TrackQuery.Order.allCases {
                var query = TrackQuery()
                query.sort = sort
                query.order = order
                let expected = try expected(sort, order)
                for limit in [1, 2, 5, 17, 18, 500] {
                    #expect(
                        try library.walk(query, limit: limit).ids == expected,
                        "\(sort) \(order) \(limit)")
                }
            }
        }
    }

    @Test func `pages that end before their limit miss no track either`() throws {
        try addMixed(7)
        let store = PostgresCatalogStore(library.session)
        for sort in TrackQuery.Sort.allCases {
            for order in TrackQuery.Order.allCases {
                var query = TrackQuery()
                query.sort = sort
                query.order = order
                var seen: [TrackID] = []
                var after: TrackPosition?
                repeat {
                    var page = RecordListener(wanting: 1)
                    after = try store.tracks(query, after: after, limit: 500, to: &page)
                    seen += page.records.keys
                } while after != nil
                #expect(try seen == expected(sort, order), "\(sort) \(order)")
            }
        }
    }

    @Test func `no track comes twice and none is missed while others come and go`() throws {
        try addMixed(20)
        let lasting = Set(try library.trackIDs())
        for sort in TrackQuery.Sort.allCases {
            for order in TrackQuery.Order.allCases {
                var query = TrackQuery()
                query.sort = sort
                query.order = order
                query.status = .active
                let seen = try library.walk(query, limit: 3) {
                    let list = lasting.map { "'\($0)'" }.joined(separator: ",")
                    try library.sql(
                        """
                        UPDATE tracks SET deleted_at = now()
                        WHERE deleted_at IS NULL AND id NOT IN (\(list));
                        \(ScratchLibrary.adding(2));
                        UPDATE tracks SET title = NULL, year = NULL
                        WHERE id NOT IN (\(list)) AND deleted_at IS NULL AND random() < 0.5
                        """)
                }.ids
                #expect(Set(seen).count == seen.count, "\(sort) \(order)")
                #expect(Set(seen).isSuperset(of: lasting), "\(sort) \(order)")
            }
        }
    }

    @Test func `a page goes on after a track that is gone`() throws {
        try addMixed(9)
        var query = TrackQuery()
        query.sort = .title
        query.order = .ascending
        let expected = try expected(.title, .ascending)
        var gone = 0
        let seen = try library.walk(query, limit: 3) {
            gone += 3
            try library.sql(
                "UPDATE tracks SET deleted_at = now() WHERE id = '\(expected[gone - 1])'")
        }.ids
        #expect(seen == expected)
    }

    /// How many tracks a query finds, newest first as well as by title.
    private func count(_ change: (inout TrackQuery) -> Void) throws -> Int {
        var query = TrackQuery()
        change(&query)
        let count = try library.walk(query, limit: 4).ids.count
        query.sort = .title
        query.order = .ascending
        #expect(try library.walk(query, limit: 4).ids.count == count)
        return count
    }

    @Test func `filters compare folded names, and know the separate ones`() throws {
        try addMixed(24)
        try library.sql(
            "UPDATE tracks SET album_artist = 'Ünder' WHERE duration_ms = 0; "
                + "UPDATE tracks SET deleted_at = now() WHERE duration_ms = 1")
        #expect(try count { $0.artist = "zoe" } == 18)
        #expect(try count { $0.artist = "Y" } == 6)
        #expect(try count { $0.artist = "zo" } == 0)
        #expect(try count { $0.genre = "ROCK" } == 12)
        #expect(try count { $0.albumArtist = "under" } == 6)
        #expect(try count { $0.albumArtist = "x" } == 4)
        #expect(try count { $0.album = String(repeating: "LONG ", count: 90) + "0" } == 4)
        #expect(try count { $0.year = 1990 } == 4)
        #expect(try count { $0.status = .deleted } == 6)
        #expect(try count { $0.status = .all } == 24)
        #expect(
            try count {
                $0.status = .all
                $0.artist = "x"
                $0.genre = "röck"
                $0.search = "ARTIST nothing"
            } == 0)
    }
}
