import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// How PostgreSQL answers each list, as it says itself through `auto_explain`.
///
/// One test, since a library large enough takes a while to make.
@Suite struct CatalogPlanTests {
    private let library: ScratchLibrary
    private let store: PostgresCatalogStore
    /// First pages of it keep their plans.
    private let limit = PageSize.usual

    init() throws {
        library = try ScratchLibrary()
        try library.fill(tracks: 20_000)
        try library.sql(
            """
            UPDATE tracks SET title = NULL, artist = NULL, album = NULL, year = NULL
            WHERE get_byte(uuid_send(id), 15) < 64;
            ANALYZE tracks, browse_tracks
            """)
        try library.logPlans()
        store = PostgresCatalogStore(library.session)
    }

    private func plans(
        after: TrackPosition? = nil, _ change: (inout TrackQuery) -> Void
    ) throws -> String {
        var query = TrackQuery()
        change(&query)
        return try library.plans {
            var list = TrackList()
            _ = try store.tracks(query, after: after, limit: limit, to: &list)
        }
    }

    /// In the middle of the library.
    private let half = TrackID(
        at: Timestamp(microseconds: 1_578_436_800_000_000),
        random: [UInt8](repeating: 0, count: 16))

    /// Where a track may have no value, a place may be among those without.
    private static let withoutValue: [TrackQuery.Sort] = [.title, .artist, .album, .year]

    private static let indexes: [(TrackQuery.Sort, String, TrackPosition.Key)] = [
        (.title, "title", .text("m")), (.artist, "artist", .text("m")),
        (.album, "album", .text("m")), (.year, "year", .number(1990)),
        (.createdAt, "created", .moment(Timestamp(microseconds: 1_578_000_000_000_000))),
        (.updatedAt, "updated", .moment(Timestamp(microseconds: 1_578_000_000_000_000))),
        (.durationMs, "duration", .number(200_000)),
    ]

    /// PD4.
    @Test func `each list reads its index, and no table as a whole`() throws {
        for (sort, index, key) in Self.indexes {
            for order in TrackQuery.Order.allCases {
                let unvalued =
                    Self.withoutValue.contains(sort) ? [Optional<TrackPosition.Key>.none] : []
                for after in [nil] + (unvalued + [key]).map({ TrackPosition(key: $0, id: half) }) {
                    let plan = try plans(after: after) {
                        $0.sort = sort
                        $0.order = order
                    }
                    #expect(plan.contains("using browse_tracks_\(index) on"), "\(plan)")
                    if after?.key != nil { #expect(plan.contains("ROW("), "\(plan)") }
                    expectInOrder(plan)
                }
            }
        }
        try expectUnvalued()
        try expectFilters()
        try expectNames()
        try expectSync()
    }

    /// A page that begins behind the last track with a value.
    private func expectUnvalued() throws {
        for (sort, key) in [
            (.title, "title_key"), (.artist, "artist_key"), (.album, "album_key"), (.year, "year"),
        ] as [(TrackQuery.Sort, String)] {
            for (order, rest) in [(.ascending, "DESC"), (.descending, "ASC")]
                as [(TrackQuery.Order, String)]
            {
                let last = try library.sql(
                    """
                    SELECT \(key) FROM browse_tracks WHERE \(key) IS NOT NULL
                    ORDER BY \(key) \(rest), track_id \(rest) LIMIT 1
                    """
                ).dropLast()
                let beyond = TrackID(
                    random: [UInt8](repeating: order == .ascending ? 255 : 0, count: 16))
                let place = TrackPosition(
                    key: sort == .year ? .number(Int(last) ?? 0) : .text(String(last)), id: beyond)
                let plan = try plans(after: place) {
                    $0.sort = sort
                    $0.order = order
                }
                #expect(plan.contains("\(key) IS NULL"), "\(plan)")
                expectInOrder(plan)
            }
        }
    }

    private func expectFilters() throws {
        let artist = try library.sql("SELECT name FROM browse_artists ORDER BY track_count LIMIT 1")
        for (index, change): (String, (inout TrackQuery) -> Void) in [
            ("browse_tracks_grams", { $0.search = "qx" }),
            ("browse_tracks_grams", { $0.search = "q" }),
            ("browse_tracks_document", { $0.search = "qzxqz" }),
            ("browse_tracks_created", { $0.search = "t" }),
            ("browse_tracks_artists", { $0.artist = String(artist.dropLast()) }),
            ("browse_tracks_of_album", { $0.album = "no such album" }),
            ("browse_tracks_of_owner", { $0.albumArtist = "no such artist" }),
            ("browse_tracks_genres", { $0.genre = "no such genre" }),
            ("browse_tracks_deleted", { $0.status = .deleted }),
        ] {
            let plan = try plans(change)
            #expect(plan.contains(index), "\(plan)")
            expectNoWholeTable(plan)
        }
    }

    private func expectNames() throws {
        for table in ["browse_artists", "browse_genres"] { try library.addNames(to: table) }
        let after = NamePosition(name: "m", owner: "m")
        for (after, search, index) in [
            (nil, nil, "pkey"), (after, nil, "pkey"), (nil, "qzxqz", "document"),
            (nil, "qx", "grams"), (nil, "q", "grams"),
        ] as [(NamePosition?, String?, String)] {
            let albums = try library.plans {
                _ = try store.albums(search: search, after: after, limit: limit)
            }
            #expect(albums.contains("browse_albums_\(index)"), "\(albums)")
            #expect(albums.contains("browse_tracks_of_album"), "\(albums)")
            let artists = try library.plans {
                _ = try store.artists(search: search, after: after, limit: limit)
            }
            #expect(artists.contains("browse_artists_\(index)"), "\(artists)")
            #expect(artists.contains("browse_artist_albums_pkey"), "\(artists)")
            let genres = try library.plans {
                _ = try store.genres(search: search, after: after, limit: limit)
            }
            #expect(genres.contains("browse_genres_\(index)"), "\(genres)")
            for plan in [albums, artists, genres] { expectNoWholeTable(plan) }
        }
    }

    /// PS2: a page far into the library costs what the first one does.
    private func expectSync() throws {
        let store = PostgresSyncStore(library.session)
        for place in [nil, half] {
            let page = try library.plans {
                var list = TrackList()
                _ = try store.snapshot(after: place, limit: 500, to: &list)
            }
            #expect(page.contains("using tracks_pkey"), "\(page)")
            expectNoWholeTable(page)
        }
        // A device that was here yesterday. (Of a whole log the tables are read as a whole.)
        let yesterday = try library.sql("SELECT last_event_id - 100 FROM library_state")
        let after = try #require(Int64(yesterday.dropLast()))
        let changes = try library.plans {
            var listener = PageListener()
            _ = try store.changes(after: after, limit: 500, to: &listener)
        }
        #expect(changes.contains("using library_events_id_key"), "\(changes)")
        #expect(changes.contains("using tracks_pkey"), "\(changes)")
        expectNoWholeTable(changes)
    }

    /// Rows come as they are found: the first are sent while the last are still looked up.
    private func expectInOrder(_ plan: String) {
        for step in ["Sort", "Hash"] { #expect(!plan.contains(step), "\(plan)") }
        expectNoWholeTable(plan)
    }

    private func expectNoWholeTable(_ plan: String) {
        for table in [
            "browse_tracks", "browse_albums", "browse_artists", "browse_genres",
            "browse_artist_albums", "tracks", "audio_assets", "artwork_assets", "library_events",
        ] {
            #expect(!plan.contains("Seq Scan on \(table) "), "\(plan)")
        }
    }
}
