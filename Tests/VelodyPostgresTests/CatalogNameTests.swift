import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// Albums, artists and genres, counted as tracks change.
@Suite(.serialized, .cluster) struct CatalogNameTests {
    private let library: ScratchLibrary
    private var store: PostgresCatalogStore { PostgresCatalogStore(library.session) }

    init() throws { library = try ScratchLibrary() }

    private func albums(_ search: String? = nil) throws -> [Album] {
        try store.albums(search: search, after: nil, limit: 500).items
    }

    private func artists(_ search: String? = nil) throws -> [Artist] {
        try store.artists(search: search, after: nil, limit: 500).items
    }

    /// PM6.
    @Test func `an album is known by its folded name and that of its artist`() throws {
        try library.addTrack(artist: "'Björk'", album: "'Début'", year: "1993")
        try library.addTrack(
            artist: "'bjork'", album: "'DEBUT'", year: "1994", more: "'2020-01-01'")
        try library.addTrack(artist: "'Björk'", album: "'Début'")
        try library.addTrack(artist: "'x'", album: "'Début'", albumArtist: "'BJÖRK'")
        try library.addTrack(artist: "'x'", album: "'Début'")
        try library.addTrack(album: "'Début'")
        try library.addTrack(artist: "'Björk'")
        let albums = try albums()
        #expect(albums.map(\.artist) == [nil, "Björk", "x"])
        #expect(albums.map(\.trackCount) == [1, 4, 1])
        #expect(albums.map(\.durationMs) == [1_000, 4_000, 1_000])
        #expect(albums.map(\.year) == [nil, 1994, nil])
        #expect(albums[1].name == "Début")
    }

    @Test func `artists are the separate ones, each with its albums`() throws {
        try library.addTrack(
            artist: "'A feat. Ä'", artists: "ARRAY['A', 'B', 'Ä', '']", album: "'1'")
        try library.addTrack(artist: "'a'", artists: "ARRAY['a']", album: "'2'", albumArtist: "'V'")
        try library.addTrack(artist: "'B'", artists: "ARRAY['B']", genre: "'Röck'")
        let artists = try artists()
        #expect(artists.map(\.trackCount) == [2, 2])
        #expect(artists.map(\.albumCount) == [2, 1])
        #expect(artists.map { $0.name.lowercased() } == ["a", "b"])
        #expect(
            try store.genres(search: "ro", after: nil, limit: 5).items
                == [Genre(name: "Röck", trackCount: 1, durationMs: 1_000)])
    }

    /// PL4.
    @Test func `what has no track any more is in no list, and comes back with it`() throws {
        try library.addTrack(artist: "'A'", album: "'1'", genre: "'G'")
        try library.sql("UPDATE tracks SET deleted_at = now()")
        #expect(try albums().isEmpty)
        #expect(try artists().isEmpty)
        #expect(try store.genres(search: nil, after: nil, limit: 5).items.isEmpty)
        #expect(try library.sql("SELECT count(*) FROM browse_artist_albums") == "0\n")
        try library.sql("UPDATE tracks SET deleted_at = NULL, artist = 'B', artists = '{}'")
        #expect(try albums().map(\.artist) == ["B"])
        #expect(try artists().map(\.name) == ["B"])
    }

    @Test func `names are searched in any script, and paged`() throws {
        for name in ["Antonín Dvořák", "夜に駆ける", "Моцарт", "أم كلثوم", "Zz Top", "Zaz"] {
            try library.addTrack(artist: "'\(name)'", album: "'Best of \(name)'")
        }
        for (search, count) in [
            ("dvorak", 1), ("DVO", 1), ("駆け", 1), ("моц", 1), ("ام", 1), ("z", 2), ("zz", 1),
            ("best", 0), ("top zz", 1), ("%", 0),
        ] {
            #expect(try artists(search).count == count, "\(search)")
        }
        #expect(try albums("best z").count == 2)
        var names: [String] = []
        var after: NamePosition?
        repeat {
            let page = try store.artists(search: nil, after: after, limit: 2)
            names += page.items.map(\.name)
            after = page.next
        } while after != nil
        #expect(names == ["Antonín Dvořák", "Zaz", "Zz Top", "Моцарт", "أم كلثوم", "夜に駆ける"])
        after = NamePosition(name: "best of zaz", owner: "zaz")
        #expect(
            try store.albums(search: nil, after: after, limit: 1).items.map(\.name)
                == ["Best of Zz Top"])
    }

    /// PD5.
    @Test func `a long name is searched to its end, and by nothing that is not in it`() throws {
        let names = (1...2).map { String(repeating: "Wörd ", count: 60) + "Zanzibarfinale \($0)" }
        for name in names {
            try library.addTrack(
                artist: "'\(name)'", album: "'Album \(name)'", albumArtist: "'Owner \(name)'",
                genre: "'Genre \(name)'")
        }
        for (search, count) in [
            ("zanzibarfinale", 2), ("finale 2", 1), ("za", 2), ("1", 1), (names[0], 1),
            ("zanzibarx", 0),
        ] {
            #expect(try artists(search).count == count, "\(search)")
            #expect(try albums(search).count == count, "\(search)")
            let genres = try store.genres(search: search, after: nil, limit: 9).items
            #expect(genres.count == count, "\(search)")
        }
        #expect(try albums("owner zanzibar").map(\.artist) == names.map { "Owner \($0)" })
        // What stands for their ends inside.
        let digests = try library.sql(
            "SELECT right(name, 32) FROM browse_artists UNION SELECT right(name, 32) FROM browse_genres"
        )
        for digest in digests.split(separator: "\n") {
            #expect(digest.count == 32 && !digest.contains(" "))
            #expect(try artists(String(digest.prefix(16))).isEmpty)
            #expect(try store.genres(search: String(digest), after: nil, limit: 9).items.isEmpty)
        }
    }

    /// PD5.
    @Test func `names that look alike are one`() throws {
        for name in ["محمد", "محمد\u{200F}", "\u{202B}مُحَمَّد\u{202C}"] {
            try library.addTrack(artist: "'\(name)'", album: "'می\u{200C}خواهم ۱۲'")
        }
        #expect(try albums().map(\.trackCount) == [3])
        #expect(try artists().map(\.trackCount) == [3])
        #expect(try albums("میخواهم 12 محمد").count == 1)
        var query = TrackQuery()
        query.artist = "محمد"
        query.album = "میخواهم 12"
        #expect(try library.walk(query, limit: 9).ids.count == 3)
    }

    /// Every derived row, to be compared with those of a rebuild.
    private func derived() throws -> [String] {
        try [
            "browse_tracks ORDER BY track_id", "browse_albums ORDER BY name, owner, spelling",
            "browse_artists ORDER BY name, spelling", "browse_genres ORDER BY name, spelling",
            "browse_artist_albums ORDER BY artist, album, owner",
        ].map { try library.sql("SELECT * FROM \($0)") }
    }

    @Test func `after any changes everything is as a rebuild makes it`() throws {
        try library.addTracks(30)
        for seed in 1...15 {
            try library.sql(
                """
                SELECT setseed(0.\(seed));
                UPDATE tracks SET
                  artist = (ARRAY[NULL, 'A', 'a', 'Ä', 'B'])[1 + floor(random() * 5)],
                  artists = (ARRAY['{}', '{a,B}', '{Ä,a}', '{}', '{C}'])[1 + floor(random() * 5)]::text[],
                  album = (ARRAY[NULL, 'One', 'ONE', 'Two'])[1 + floor(random() * 4)],
                  album_artist = (ARRAY[NULL, 'a', 'V'])[1 + floor(random() * 3)],
                  genre = (ARRAY[NULL, 'Pop', 'pop'])[1 + floor(random() * 3)],
                  duration_ms = floor(random() * 9),
                  deleted_at = CASE WHEN random() < 0.3 THEN now() END
                WHERE random() < 0.5;
                """)
        }
        let kept = try derived()
        try library.sql("SELECT rebuild_browsing()")
        #expect(try derived() == kept)
        #expect(kept.allSatisfy { !$0.isEmpty })
    }
}
