import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// Following the library through the whole server.
@Suite(.instance, .serialized) struct SyncTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    /// Uploads a new song and returns its track.
    private func newTrack(_ seed: UInt64) throws -> String {
        try device.track(SongFixture(title: "Sync \(seed)", seed: seed, frameCount: 60).bytes)
    }

    private func changes(after: Int64, _ more: String = "") throws -> SyncPage {
        try device.get("/sync/changes?after=\(after)\(more)").decode(SyncPage.self)
    }

    /// S9, S10, PS2.
    @Test func `a bootstrap and the changes after it make the library`() throws {
        let tracks = try (0..<5).map { try newTrack(9_000 + $0) }
        var mirror = Mirror()
        var page = try device.get("/sync/bootstrap?limit=2").decode(SyncPage.self)
        mirror.apply(page)
        // While pages are fetched: a change, a deletion, a new one.
        _ = try instance.sql("UPDATE tracks SET title = 'changed' WHERE id = '\(tracks[0])'")
        _ = try instance.sql("UPDATE tracks SET deleted_at = now() WHERE id = '\(tracks[1])'")
        let late = try newTrack(9_100)
        let first = page.lastEventId
        while let cursor = page.nextCursor {
            page = try device.get("/sync/bootstrap?limit=2&cursor=\(cursor)").decode(SyncPage.self)
            #expect(page.lastEventId == first)
            mirror.apply(page)
        }
        #expect(page.hasMore == false)
        repeat {
            page = try changes(after: mirror.cursor, "&limit=1&epoch=\(page.epoch)")
            mirror.apply(page)
        } while page.hasMore
        #expect(mirror.versions[late] == 1)
        #expect(mirror.versions[tracks[1]] == nil)
        #expect(mirror.text == (try instance.libraryText()))
        let again = mirror
        mirror.apply(page)
        #expect(mirror.text == again.text)
    }

    /// The one encoder: what a page holds of a track is what the track's own address shows.
    @Test func `a record of a page is the track's own, byte for byte`() throws {
        let track = try newTrack(9_200)
        _ = try instance.sql(
            #"UPDATE tracks SET title = E'"\\\\ \x02 🎵', artists = ARRAY['a','"b'] WHERE id = '\#(track)'"#
        )
        let record = try device.get("/tracks/\(track)").text
        #expect(try device.get("/sync/bootstrap?limit=5000").text.contains(record))
        #expect(try device.get("/sync/changes?after=0&limit=5000").text.contains(record))
        let answer = try device.get("/sync/bootstrap")
        #expect(answer.value("content-length") == String(answer.body.count))
        #expect(answer.value("cache-control") == "no-store")
    }

    /// S14, PL4, PL8.
    @Test func `a deletion is a tombstone, and a restored track comes back under its id`() throws {
        let track = try newTrack(9_300)
        let before = try #require(try device.lastEventID())
        _ = try instance.sql("UPDATE tracks SET deleted_at = now() WHERE id = '\(track)'")
        let deleted = try changes(after: before)
        #expect(deleted.events?.map(\.action) == ["delete"])
        #expect(deleted.tombstones?.map(\.id) == [track])
        #expect(deleted.tracks?.isEmpty == true)
        _ = try instance.sql("UPDATE tracks SET deleted_at = NULL WHERE id = '\(track)'")
        let restored = try changes(after: deleted.lastEventId)
        #expect(restored.events?.map(\.action) == ["restore"])
        #expect(restored.tracks?.map(\.id) == [track])
    }

    /// S7, PS4.
    @Test func `another epoch and an event that never was are 410 with the epoch`() throws {
        let newest = try #require(try device.lastEventID())
        let foreign = "00000000-0000-4000-8000-000000000000"
        let epoch = try changes(after: newest).epoch
        for query in [
            "changes?after=\(newest + 1)", "changes?after=9223372036854775807",
            "changes?after=0&epoch=\(foreign)",
            "bootstrap?cursor=\(foreign).0.\(foreign)",
            "bootstrap?cursor=\(epoch).\(newest + 1).\(foreign)",
        ] {
            let answer = try device.get("/sync/" + query)
            #expect(answer.status == 410, "\(query)")
            #expect(try answer.decode(TestDevice.Problem.self).code == "resync-required")
            #expect(answer.text.contains(#""epoch":"\#(epoch)""#))
        }
    }

    /// S7.
    @Test(arguments: [
        ("changes", "after"), ("changes?after=", "after"), ("changes?after=-1", "after"),
        ("changes?after=9223372036854775808", "after"), ("changes?after=1.0", "after"),
        ("changes?after=007", "after"), ("changes?after=-0", "after"),
        ("changes?after=%2B7", "after"), ("changes?after=%207", "after"),
        ("changes?after=abc", "after"), ("changes?after=%00", "after"),
        ("changes?after=0&after=1", "after"), ("changes?after=0&limit=0", "limit"),
        ("changes?after=0&limit=1000000000", "limit"), ("changes?after=0&limit=-5", "limit"),
        ("changes?after=0&wait=9999", "wait"), ("changes?after=0&wait=-1", "wait"),
        ("changes?after=0&wait=x", "wait"), ("changes?after=0&wait=00", "wait"),
        ("changes?after=0&epoch=x", "epoch"),
        ("bootstrap?limit=0", "limit"), ("bootstrap?limit=1000000000", "limit"),
        ("bootstrap?cursor=", "cursor"), ("bootstrap?cursor=x", "cursor"),
        ("bootstrap?cursor=..", "cursor"), ("bootstrap?cursor=%27;DROP%20TABLE%20tracks", "cursor"),
    ])
    func `what cannot be meant is 400, with its parameter`(query: String, name: String) throws {
        let answer = try device.get("/sync/" + query)
        #expect(answer.status == 400)
        #expect(
            try answer.decode(TestDevice.Problem.self).errors?.map(\.parameter) == [name])
    }

    /// Cursors are read by place, not by what they claim: a changed one is refused or only a place.
    @Test func `a forged cursor is refused`() throws {
        _ = try (0..<2).map { try newTrack(9_400 + $0) }
        let page = try device.get("/sync/bootstrap?limit=1").decode(SyncPage.self)
        let cursor = try #require(page.nextCursor)
        for forged in [
            cursor.uppercased(), cursor + ".", "0" + cursor, cursor.replacing(".", with: ".0"),
            String(cursor.dropLast()), cursor.replacing("-", with: ""),
        ] {
            let answer = try device.get("/sync/bootstrap?cursor=\(forged)")
            #expect(answer.status == 400, "\(forged)")
        }
    }

    /// PS1.
    @Test func `a device's cursor is remembered and shown`() throws {
        _ = try newTrack(9_500)
        let other = try TestDevice(on: instance)
        _ = try other.get("/sync/changes?after=1")
        #expect(try device.get("/devices").text.contains(#"null,"lastEventId":1}"#))
        let beat = try other.post("/devices/heartbeat")
        #expect(beat.text.contains(#""lastEventId":1}"#))
        _ = try other.get("/sync/bootstrap?limit=5000")
        let row = try instance.sql(
            """
            SELECT last_event_id = (SELECT last_event_id FROM library_state),
                   last_full_sync_at IS NOT NULL
            FROM device_sync_cursors WHERE device_id = '\(other.id)'
            """)
        #expect(row == "t|t\n")
    }

    @Test func `sync is for devices only`() throws {
        for path in ["/sync/bootstrap", "/sync/changes?after=0", "/sync/changes?after=0&wait=20"] {
            #expect(try instance.http("GET", "/api/v1" + path).status == 401)
            #expect(try instance.http("POST", "/api/v1" + path).status == 405)
        }
    }

    /// PS9: what a client compares to know whether the bytes changed too.
    @Test func `an edit keeps the content's hash, new audio changes it`() throws {
        let track = try newTrack(9_600)
        let newest = try #require(try device.lastEventID())
        _ = try instance.sql("UPDATE tracks SET title = 'edited' WHERE id = '\(track)'")
        let edited = try #require(try changes(after: newest).tracks?.first)
        let other = SongFixture(title: "Other", seed: 9_700, frameCount: 60).bytes
        _ = try instance.withFile(other) { path in
            try instance.http(
                "PUT", "/api/v1/uploads/direct/other.mp3?existingTrackId=\(track)",
                token: device.token, options: ["--upload-file", path])
        }
        let page = try changes(after: newest + 1)
        #expect(page.events?.map(\.action) == ["update"])
        let replaced = try #require(page.tracks?.first)
        #expect(replaced.id == edited.id)
        #expect(replaced.audio.sha256 != edited.audio.sha256)
        #expect(replaced.audio.sha256 == OpenSSLCryptography().sha256(other).hex)
    }
}
