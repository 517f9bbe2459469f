import Testing
import VelodyTesting

/// Pages of records so large that far fewer than asked for make a page.
@Suite(.serialized, .instance) struct LargePageTests {
    private static let tracks = 300
    private static let full = 7 << 20...8 << 20

    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        if try instance.sql("SELECT count(*) FROM tracks") == "0\n" { try fill() }
    }

    /// Records of 39 kB: every text is as long as it may be, in letters of three bytes.
    private func fill() throws {
        _ = try instance.sql(
            """
            WITH made AS (
              SELECT gen_random_uuid() AS track, gen_random_uuid() AS asset, repeat('ế', 1000) AS long
              FROM generate_series(1, \(Self.tracks))
            ), added AS (
              INSERT INTO tracks (id, title, artist, artists, album, album_artist, genre, genres,
                                  duration_ms, primary_asset_id, created_at, updated_at)
              SELECT track, long, long, array_fill(long, ARRAY[7]), long, long, long, ARRAY[long],
                     1000, asset, now(), now()
              FROM made
            )
            INSERT INTO audio_assets (id, track_id, hash, mime_type, size_bytes, duration_ms,
              bit_rate_kbps, sample_rate_hz, channels, original_filename, created_at)
            SELECT asset, track, sha256(uuid_send(asset)), 'audio/mpeg', 5, 1000, 128, 44100, 2,
                   'a.mp3', now()
            FROM made
            """)
    }

    /// Gets pages to the last one, each as large as a page may be but that one; the tracks that came.
    private func follow(
        _ path: String, _ next: (HTTPAnswer) throws -> (ids: [String], path: String?)
    ) throws -> [String] {
        var ids: [String] = []
        var place: String? = path
        var pages = 0
        while let current = place {
            let answer = try device.get(current)
            #expect(answer.status == 200)
            #expect(answer.value("content-length") == String(answer.body.count))
            let page = try next(answer)
            #expect(page.path == nil || Self.full.contains(answer.body.count))
            #expect(answer.body.count < Self.full.upperBound)
            ids += page.ids
            pages += 1
            place = page.path
        }
        #expect(pages == 2)
        return ids
    }

    private func expectAll(_ ids: [String]) {
        #expect(ids.count == Self.tracks)
        #expect(Set(ids).count == Self.tracks)
    }

    /// S22.
    @Test func `a page of large records ends before 8 MiB, and all of them arrive`() throws {
        let bootstrap = "/sync/bootstrap?limit=5000"
        expectAll(
            try follow(bootstrap) { answer in
                let page = try answer.decode(SyncPage.self)
                #expect(page.hasMore == (page.nextCursor != nil))
                return (
                    page.items?.map(\.id) ?? [], page.nextCursor.map { "\(bootstrap)&cursor=\($0)" }
                )
            })
        expectAll(
            try follow("/sync/changes?limit=5000&after=0") { answer in
                let page = try answer.decode(SyncPage.self)
                #expect(page.lastEventId == page.events?.last?.id)
                #expect(page.events?.map(\.entityId) == page.tracks?.map(\.id))
                return (
                    page.tracks?.map(\.id) ?? [],
                    page.hasMore ? "/sync/changes?limit=5000&after=\(page.lastEventId)" : nil
                )
            })
    }

    /// N1.
    @Test(arguments: RunningInstance.Version.allCases)
    func `an answer that breaks off with the server is seen to be broken`(
        version: RunningInstance.Version
    ) throws {
        // An attempt whose wait was over before there was a change shows nothing.
        var attempt: BrokenAnswer.Said?
        for _ in 1...5 where attempt == nil {
            attempt = try BrokenAnswer(device, version: version).breakOff()
        }
        let said = try #require(attempt)
        // Its beginning was there, as that of a good one.
        #expect(said.status == "200")
        #expect(said.isBroken)
        #expect(said.received > 0 && said.received < said.announced)
    }

    /// S22.
    @Test func `a page of a list of large records does so too`() throws {
        struct Page: Decodable {
            let items: [SyncPage.Track]
            let nextCursor: String?
        }
        expectAll(
            try follow("/tracks?limit=500") { answer in
                let page = try answer.decode(Page.self)
                return (
                    page.items.map(\.id), page.nextCursor.map { "/tracks?limit=500&cursor=\($0)" }
                )
            })
    }
}
