import FoundationEssentials
import Testing
import VelodyTesting

/// The library, browsed and edited as a client does.
@Suite(.serialized, .instance) struct LibraryTests {
    private struct Page: Decodable {
        struct Item: Decodable {
            let id: String
            let title: String?
        }
        let items: [Item]
        let nextCursor: String?
    }

    private struct Track: Decodable {
        let id: String
        let version: Int
        let title: String?
        let artists: [String]
        let year: Int?
        let status: String
        let createdAt: String
        let audio: Audio

        struct Audio: Decodable { let sha256: String }
    }

    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private func list(_ query: String) throws -> Page {
        let answer = try device.get("/tracks?" + query)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.decode(Page.self)
    }

    private func edit(
        _ id: String, _ json: String, type: String = "application/merge-patch+json",
        _ fields: [String] = []
    ) throws -> HTTPAnswer {
        try instance.http(
            "PATCH", "/api/v1/tracks/\(id)", token: device.token,
            fields: ["Content-Type: \(type)"] + fields, body: Array(json.utf8))
    }

    private func events(of id: String) throws -> String {
        try instance.sql(
            "SELECT string_agg(action, ' ' ORDER BY id) FROM library_events WHERE entity_id = '\(id)'"
        )
    }

    private func song(_ seed: UInt64) throws -> String {
        try device.track(SongFixture(seed: seed).bytes)
    }

    /// S21, PL2.
    @Test func `an edit is one update, and a stale one is refused with the record`() throws {
        let id = try song(1)
        let first = try device.get("/tracks/\(id)").decode(Track.self)
        let answer = try edit(
            id, #"{"title":"Dvořák","artist":"Ä","year":1999}"#, "If-Match: \"v\(first.version)\"")
        #expect(answer.status == 200, "\(answer.text)")
        let edited = try answer.decode(Track.self)
        #expect(edited.title == "Dvořák")
        #expect(edited.artists == ["Ä"])
        #expect(edited.version > first.version)
        #expect(answer.value("etag") == "\"v\(edited.version)\"")
        let same = try edit(id, #"{"title":"Dvořák"}"#, type: "application/json")
        #expect(try same.decode(Track.self).version == edited.version)
        let stale = try edit(id, #"{"title":"x"}"#, "If-Match: \"v\(first.version)\"")
        struct Stale: Decodable {
            let code: String
            let current: Track
        }
        #expect(stale.status == 412)
        #expect(try stale.decode(Stale.self).code == "precondition-failed")
        #expect(try stale.decode(Stale.self).current.title == "Dvořák")
        #expect(try edit(id, "", "If-Match: *").status == 200)
        #expect(try events(of: id) == "create update\n")
    }

    private func edit(_ id: String, _ json: String, _ field: String) throws -> HTTPAnswer {
        try edit(id, json, [field])
    }

    /// PL4, PL8, PL6.
    @Test func `a deleted track is in no list, cannot be edited, and comes back as it was`() throws
    {
        let id = try song(2)
        let before = try device.get("/tracks/\(id)").decode(Track.self)
        #expect(try edit(id, #"{"title":"unmistakable","album":"Onlyhere"}"#).status == 200)
        for _ in 1...2 { #expect(try device.delete("/tracks/\(id)").status == 204) }
        #expect(try device.get("/tracks/\(id)").decode(Track.self).status == "deleted")
        #expect(try device.get("/tracks/\(id)/file").status == 410)
        #expect(try list("q=unmistakable").items.isEmpty)
        #expect(try list("limit=500").items.allSatisfy { $0.id != id })
        #expect(try list("status=deleted&q=unmistakable").items.map(\.id) == [id])
        #expect(try !device.get("/albums?q=onlyhere").text.contains("Onlyhere"))
        let refused = try edit(id, #"{"title":"x"}"#, "If-Match: \"v1\"")
        #expect(refused.status == 409)
        #expect(try refused.decode(TestDevice.Problem.self).code == "track-deleted")
        for _ in 1...2 {
            let restored = try device.post("/tracks/\(id)/restore")
            #expect(restored.status == 200)
            #expect(try restored.decode(Track.self).createdAt == before.createdAt)
        }
        #expect(try list("q=unmistakable").items.map(\.id) == [id])
        #expect(try device.get("/albums?q=onlyhere").text.contains("Onlyhere"))
        #expect(try events(of: id) == "create update delete restore\n")
    }

    /// PL2.
    @Test func `other audio keeps the edits, the identifier and its place in time`() throws {
        let id = try song(3)
        let before = try device.get("/tracks/\(id)").decode(Track.self)
        #expect(try edit(id, #"{"title":"Mine","year":null}"#).status == 200)
        let bytes = SongFixture(seed: 4).bytes
        #expect(try device.upload(bytes, as: "x.mp3?existingTrackId=\(id)").status == 200)
        let after = try device.get("/tracks/\(id)").decode(Track.self)
        #expect(after.title == "Mine")
        #expect(after.createdAt == before.createdAt)
        #expect(after.audio.sha256 != before.audio.sha256)
        #expect(try events(of: id) == "create update update\n")
    }

    @Test func `lists are paged in every order, to the end and once`() throws {
        for seed in UInt64(20)..<27 { _ = try song(seed) }
        let all = try instance.sql("SELECT count(*) FROM tracks WHERE deleted_at IS NULL")
        for sort in ["title", "artist", "album", "year", "createdAt", "updatedAt", "durationMs"] {
            for order in ["asc", "desc"] {
                var ids: [String] = []
                var cursor: String? = ""
                while let place = cursor {
                    let from = place.isEmpty ? "" : "&cursor=\(place)"
                    let page = try list("limit=3&sort=\(sort)&order=\(order)\(from)")
                    ids += page.items.map(\.id)
                    cursor = page.nextCursor
                }
                #expect(Set(ids).count == ids.count)
                #expect("\(ids.count)\n" == all)
            }
        }
    }

    @Test func `albums, artists and genres are listed with what they hold`() throws {
        struct Names: Decodable {
            struct Item: Decodable {
                var album: String?
                var albumArtist: String?
                var artist: String?
                var genre: String?
                let trackCount: Int
                let durationMs: Int
            }
            let items: [Item]
            let nextCursor: String?
        }
        for seed in UInt64(30)..<33 {
            let id = try song(seed)
            let json = #"{"album":"Zzz \#(seed % 2)","artist":"Zzz","genre":"Zzz \#(seed)"}"#
            #expect(try edit(id, json).status == 200)
        }
        let albums = try device.get("/albums?q=zzz").decode(Names.self)
        #expect(albums.items.map(\.album) == ["Zzz 0", "Zzz 1"])
        #expect(albums.items.map(\.trackCount) == [2, 1])
        #expect(albums.items.allSatisfy { $0.albumArtist == "Zzz" && $0.durationMs > 0 })
        #expect(try device.get("/artists?q=ZZZ").decode(Names.self).items.map(\.trackCount) == [3])
        let first = try device.get("/genres?q=zz&limit=2").decode(Names.self)
        #expect(first.items.map(\.genre) == ["Zzz 30", "Zzz 31"])
        let cursor = try #require(first.nextCursor)
        let second = try device.get("/genres?q=zz&limit=2&cursor=\(cursor)").decode(Names.self)
        #expect(second.items.map(\.genre) == ["Zzz 32"])
        #expect(second.nextCursor == nil)
        for other in ["/genres?q=zzz", "/artists?q=zz", "/genres", "/tracks?q=zz"] {
            let join = other.contains("?") ? "&" : "?"
            #expect(try device.get("\(other)\(join)cursor=\(cursor)").status == 400, "\(other)")
        }
    }
}
