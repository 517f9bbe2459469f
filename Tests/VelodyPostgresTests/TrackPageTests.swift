import Testing
import VelodyCrypto
import VelodyDomain
import VelodyHTTP
import VelodyPostgres
import VelodyTesting

@testable import VelodyAPI

/// Pages of tracks, written straight from rows.
@Suite(.serialized, .cluster) struct TrackPageTests {
    private let library: ScratchLibrary
    private var store: PostgresSyncStore { PostgresSyncStore(library.session) }

    init() throws { library = try ScratchLibrary() }

    /// A page's tracks as JSON, and where it ended.
    private func page(
        after: TrackID? = nil, limit: Int = 500, bytes: Int = .max
    ) throws -> (json: String, end: SnapshotPage) {
        var encoder = TrackEncoder(limit: bytes)
        let end = try store.snapshot(after: after, limit: limit, to: &encoder)
        return (String(decoding: encoder.json.bytes, as: UTF8.self), end)
    }

    @Test func `a row and its value make the same record, byte for byte`() throws {
        try library.addTracks(4)
        for change in [
            #"title = E'\x01\x1f\x7f"\\ / 🎵 日本 \u2028', artists = ARRAY['a,"b"', '', '{}', 'é']"#,
            "title = NULL, artist = NULL, album = NULL, genres = '{}', year = NULL",
            "disc_number = 1, disc_total = 9999, track_number = 7, track_total = 8, year = 2999",
            "created_at = '1969-12-31 23:59:59.999999Z', updated_at = '9999-12-31 00:00:00.001Z'",
        ].enumerated() {
            try library.sql(
                """
                UPDATE tracks SET \(change.element)
                WHERE id = (SELECT id FROM tracks ORDER BY id OFFSET \(change.offset) LIMIT 1)
                """)
        }
        try library.sql(
            """
            INSERT INTO artwork_assets VALUES (gen_random_uuid(), sha256('p'), 'image/png', 9, 3, 4,
                                               now());
            UPDATE tracks SET artwork_id = (SELECT id FROM artwork_assets)
            WHERE id = (SELECT max(id::text)::uuid FROM tracks)
            """)
        let tracks = try library.trackIDs().map { try #require(try library.tracks.find($0)) }
        var writer = JSONWriter()
        for track in tracks { writer.track(track) }
        #expect(try page().json == String(decoding: writer.bytes, as: UTF8.self))
        #expect(tracks.contains { $0.artwork != nil } && tracks.contains { $0.artwork == nil })
    }

    @Test func `pages of any size hold every track once, in order`() throws {
        try library.addTracks(7)
        let all = try library.trackIDs()
        for limit in 1...8 {
            var seen: [String] = []
            var after: TrackID?
            repeat {
                let page = try page(after: after, limit: limit)
                seen += page.json.split(separator: #"{"id":""#).enumerated().compactMap {
                    $0.offset % 2 == 0 ? String($0.element.prefix(36)) : nil
                }
                after = page.end.hasMore ? page.end.last : nil
            } while after != nil
            #expect(seen == all.map(\.description))
        }
    }

    @Test func `a page ends at its limit of bytes, and says that more follows`() throws {
        try library.addTracks(3)
        let page = try page(bytes: 1)
        #expect(page.end.hasMore)
        #expect(page.end.last == (try library.trackIDs().first))
    }

    @Test func `a moment that nothing can hold is an error, and no crash`() throws {
        try library.addTracks(1)
        try library.sql("UPDATE tracks SET created_at = 'infinity'")
        #expect(throws: StoreError.self) { try page() }
        try library.sql("UPDATE tracks SET created_at = '-infinity'")
        #expect(try page().json.contains("\"createdAt\":\"-"))
    }

    @Test func `a deleted track is on no page`() throws {
        try library.addTracks(1)
        try library.sql("UPDATE tracks SET deleted_at = now()")
        let page = try page()
        #expect(page.json.isEmpty)
        #expect(page.end == SnapshotPage(last: nil, hasMore: false))
    }

    @Test func `a connection that is lost between pages is made anew`() throws {
        try library.addTracks(1)
        _ = try page()
        try library.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'velody_app'")
        #expect(try !page().json.isEmpty)
    }
}
