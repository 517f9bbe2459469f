import FoundationEssentials
import Testing
import VelodyTesting

/// Stored files read anew, through the whole server.
@Suite(.instance) struct RereadTests {
    private struct Track: Decodable {
        let version: Int
        let title: String?
        let album: String?
        let audio: Audio

        struct Audio: Decodable { let warnings: [String] }
    }

    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    /// A song whose title is in KOI8-R and does not say so.
    private func song(_ seed: UInt64) -> [UInt8] {
        var song = SongFixture(seed: seed)
        var tag = ID3v2Fixture(.v23)
        tag.add(frame: "TIT2", [0, 0xF0, 0xC5, 0xD3, 0xCE, 0xD1])
        tag.add(text: "TALB", ["Album"])
        song.id3v2 = tag
        return song.bytes
    }

    private func reread(
        _ id: String, _ json: String?, _ fields: [String] = []
    ) throws -> HTTPAnswer {
        try instance.http(
            "POST", "/api/v1/tracks/\(id)/reread", token: device.token,
            fields: (json == nil ? [] : ["Content-Type: application/json"]) + fields,
            body: json.map { Array($0.utf8) })
    }

    private func events(of id: String) throws -> String {
        try instance.sql(
            "SELECT string_agg(action, ' ' ORDER BY id) FROM library_events WHERE entity_id = '\(id)'"
        )
    }

    /// A27, PM3.
    @Test func `the owner names the encoding, and the title is what it was meant to be`() throws {
        let id = try device.track(song(1))
        let before = try device.get("/tracks/\(id)").decode(Track.self)
        #expect(before.title == "ðÅÓÎÑ")
        #expect(before.audio.warnings == ["encoding-guess"])
        let answer = try reread(id, #"{"encoding":"koi8-r"}"#, ["If-Match: \"v1\""])
        #expect(answer.status == 200, "\(answer.text)")
        let read = try answer.decode(Track.self)
        #expect(read.title == "Песня")
        #expect(read.album == "Album")
        #expect(read.audio.warnings == [])
        #expect(answer.value("etag") == "\"v\(read.version)\"")
        #expect(try device.get("/tracks?q=песня").text.contains(id))
        let again = try reread(id, #"{"encoding":"koi8-r","more":1}"#)
        #expect(try again.decode(Track.self).version == read.version)
        #expect(try events(of: id) == "create update\n")
        let stale = try reread(id, "{}", ["If-Match: \"v1\""])
        #expect(stale.status == 412)
    }

    @Test func `edits stay, until they are dropped`() throws {
        let id = try device.track(song(2))
        let edit = try instance.http(
            "PATCH", "/api/v1/tracks/\(id)", token: device.token,
            fields: ["Content-Type: application/json"],
            body: Array(#"{"title":"Mine","album":null}"#.utf8))
        #expect(edit.status == 200)
        let kept = try reread(id, nil).decode(Track.self)
        #expect(kept.title == "Mine")
        #expect(kept.album == nil)
        let bare = try reread(id, #"{"encoding":"koi8-r","dropEdits":true}"#).decode(Track.self)
        #expect(bare.title == "Песня")
        #expect(bare.album == "Album")
    }

    @Test func `what cannot be is refused, and changes nothing`() throws {
        let id = try device.track(song(3))
        let unknown = try reread(id, #"{"encoding":"ebcdic"}"#)
        #expect(unknown.status == 400)
        #expect(try unknown.decode(TestDevice.Problem.self).errors?.first?.pointer == "/encoding")
        #expect(try reread(id, #"{"dropEdits":"yes"}"#).status == 400)
        let nobody = "00000000-0000-4000-8000-000000000000"
        #expect(try reread(nobody, "{}").status == 404)
        let stranger = try instance.http("POST", "/api/v1/tracks/\(id)/reread", token: "x")
        #expect(stranger.status == 401)
        #expect(try device.delete("/tracks/\(id)").status == 204)
        let deleted = try reread(id, "{}")
        #expect(deleted.status == 409)
        #expect(try deleted.decode(TestDevice.Problem.self).code == "track-deleted")
        #expect(try events(of: id) == "create delete\n")
    }

    @Test func `a file that is gone is told, and its record stays`() throws {
        // With no file left at all the storage would be taken for another one, and take no song.
        _ = try device.track(song(5))
        let id = try device.track(song(4))
        let path = try instance.sql(
            "SELECT encode(hash, 'hex') FROM audio_assets WHERE track_id = '\(id)'"
        ).prefix { !$0.isNewline }
        let blob =
            instance.home + "/storage/library/audio/\(path.prefix(2))/"
            + "\(path.dropFirst(2).prefix(2))/\(path).mp3"
        try FileManager.default.removeItem(atPath: blob)
        let answer = try reread(id, "{}")
        #expect(answer.status == 500)
        #expect(try answer.decode(TestDevice.Problem.self).code == "blob-missing")
        #expect(try device.get("/tracks/\(id)").decode(Track.self).version == 1)
    }
}
