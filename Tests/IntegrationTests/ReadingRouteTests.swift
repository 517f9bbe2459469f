import Testing
import VelodyDomain
import VelodyTesting

/// The routes that ask for the token's device and for what they read in one round trip.
@Suite(.serialized, .instance) struct ReadingRouteTests {
    private static let patterns = [
        "/tracks", "/albums", "/artists", "/genres", "/tracks/{track}", "/tracks/{track}/file",
        "/artwork/{artwork}",
    ]

    private let instance: RunningInstance
    private let owner: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        owner = try TestDevice(on: instance)
    }

    /// The route's path, with a song that has a picture.
    private func path(_ pattern: String) throws -> String {
        struct Track: Decodable {
            struct Artwork: Decodable { let id: String }
            let artwork: Artwork?
        }
        let song = SongFixture(title: "Read", cover: PictureFixture.jpeg(), seed: 44_000)
        let track = try owner.track(song.bytes)
        let record = try owner.get("/tracks/\(track)").decode(Track.self)
        return pattern.replacing("{track}", with: track)
            .replacing("{artwork}", with: try #require(record.artwork).id)
    }

    /// The statuses of requests that meet each of the server's threads more than once.
    private func statuses(_ path: String, _ device: TestDevice) throws -> Set<String> {
        let many = [
            "--no-progress-meter", "--parallel", "--parallel-immediate", "--parallel-max", "16",
        ]
        let together = try instance.burst(96, "/api/v1" + path, token: device.token, options: many)
        let afterwards = try instance.burst(16, "/api/v1" + path, token: device.token)
        #expect(together.count == 96 && afterwards.count == 16)
        return Set(together + afterwards)
    }

    @Test(arguments: patterns)
    func `who was recognised just before and is revoked is refused at once`(
        pattern: String
    ) throws {
        let path = try path(pattern)
        let lost = try TestDevice(on: instance)
        #expect(try statuses(path, lost) == ["200"])
        #expect(try owner.delete("/devices/\(lost.id)").status == 204)
        #expect(try statuses(path, lost) == ["401"])
        #expect(try lost.get(path).status == 401)
        #expect(try owner.get(path).status == 200)
    }

    @Test func `a bad token comes before whatever else is wrong`() throws {
        let lost = try TestDevice(on: instance)
        let unknown = "00000000-0000-4000-8000-000000000000"
        let mistakes = [
            ("/tracks?limit=0", 400), ("/albums?limit=501", 400), ("/artists?cursor=x", 400),
            ("/genres?limit=x", 400), ("/tracks/x", 404), ("/tracks/\(unknown)", 404),
            ("/tracks/\(unknown)/file", 404), ("/artwork/x", 404), ("/artwork/\(unknown)", 404),
        ]
        for (path, status) in mistakes {
            #expect(try statuses(path, lost) == ["\(status)"], "\(path)")
        }
        #expect(try owner.delete("/devices/\(lost.id)").status == 204)
        for (path, _) in mistakes { #expect(try statuses(path, lost) == ["401"], "\(path)") }
        let stranger = TestDevice(on: instance, token: "vld_" + String(repeating: "A", count: 43))
        for (path, _) in mistakes { #expect(try stranger.get(path).status == 401, "\(path)") }
    }

    /// Else it would wait for the table.
    @Test func `a stranger does not have the database read a list`() throws {
        let stranger = TestDevice(on: instance, token: "vld_" + String(repeating: "B", count: 43))
        #expect(try owner.get("/artists").status == 200)
        let lock = try HeldLock(ofTable: "browse_artists", on: instance)
        defer { lock.release() }
        let answers = try instance.burst(
            16, "/api/v1/artists", token: stranger.token, options: ["--max-time", "4"])
        #expect(answers == Array(repeating: "401", count: 16))
        let device = try owner.get("/artists")
        try device.expectUnavailable()
    }

    @Test(arguments: ["/genres?limit=7", "/genres?limit=0"])
    func `the log names the device, whatever came of its request`(path: String) throws {
        let device = try TestDevice(on: instance)
        _ = try statuses(path, device)
        let lines = instance.log(of: "velody-server").split(separator: "\n").filter {
            $0.contains("/api/v1/genres") && $0.contains(device.id)
        }
        #expect(lines.count == 112)
    }
}
