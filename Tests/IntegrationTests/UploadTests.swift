import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

/// Resumable uploads through nginx, the server and PostgreSQL.
///
/// One after the other: nginx lets an address run only a few uploads at once.
@Suite(.serialized, .instance) struct UploadTests {
    struct Finished: Decodable, Equatable {
        let trackId: String
        let audioAssetId: String
        let created: Bool
    }

    let instance: RunningInstance
    let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    func song(_ seed: UInt64, frames: Int = 40) -> [UInt8] {
        SongFixture(title: "Song \(seed)", artist: "Ann", seed: seed, frameCount: frames).bytes
    }

    func problem(_ answer: HTTPAnswer) throws -> TestDevice.Problem {
        #expect(answer.value("content-type") == "application/problem+json", "\(answer.text)")
        return try answer.decode(TestDevice.Problem.self)
    }

    func expectRefused(_ answer: HTTPAnswer, _ status: Int, _ code: String) throws {
        #expect(answer.status == status, "\(answer.text)")
        #expect(try problem(answer).code == code)
    }

    /// U8.
    @Test func `a song goes up in pieces and comes out whole`() throws {
        let bytes = song(1, frames: 400)
        let id = try device.open(bytes)
        let middle = bytes.count / 2
        #expect(try device.patch(id, Array(bytes[..<middle]), at: 0).status == 204)
        let status = try device.head("/uploads/\(id)")
        #expect(status.value("upload-offset") == String(middle))
        #expect(status.value("upload-length") == String(bytes.count))
        #expect(status.value("cache-control") == "no-store")
        let last = try device.patch(id, Array(bytes[middle...]), at: middle)
        #expect(last.value("upload-offset") == String(bytes.count))
        let finished = try device.post("/uploads/\(id)/finalize")
        #expect(finished.status == 201, "\(finished.text)")
        let track = try finished.decode(Finished.self).trackId
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
    }

    /// U3, PD7.
    @Test func `prepare names the session on the configured base URL, whatever Host says`() throws {
        let hash = OpenSSLCryptography().sha256(song(2)).hex
        let body = #"{"sha256":"\#(hash)","sizeBytes":5000,"filename":"a.mp3"}"#
        let answer = try instance.http(
            "POST", "/api/v1/uploads/prepare", token: device.token,
            fields: [
                "Content-Type: application/json", "Host: evil.example",
                "X-Forwarded-Host: evil.example", "Forwarded: host=evil.example",
            ],
            body: Array(body.utf8))
        #expect(answer.status == 201)
        let location = try #require(answer.value("location"))
        #expect(location.hasPrefix(instance.url + "/api/v1/uploads/"))
    }

    @Test func `a client that breaks off is no error in the log`() throws {
        let bytes = song(77)
        let id = try device.open(bytes)
        try device.cutPatch(id, Array(bytes[..<1_000]), announcing: bytes.count)
        let line = try instance.eventually {
            instance.log(of: "velody-server").split(separator: "\n").first {
                $0.contains(device.id) && $0.contains(#""status":503"#)
            }
        }
        #expect(line?.contains(#""level":"info""#) == true, "\(line ?? "")")
    }

    /// U3.
    @Test func `no error carries Location`() throws {
        let refused = try device.post("/uploads/prepare", #"{"sha256":"x"}"#)
        #expect(refused.status == 400)
        #expect(refused.value("location") == nil)
    }

    @Test func `preparing the same content again gives the open session back`() throws {
        let bytes = song(3)
        let first = try device.prepare(bytes)
        #expect(first.status == 201)
        let id = try device.open(bytes)
        #expect(first.text.contains(id))
        #expect(try device.patch(id, Array(bytes[..<100]), at: 0).status == 204)
        let again = try device.prepare(bytes)
        #expect(again.status == 200)
        #expect(again.text.contains(#""offset":100"#))
    }

    /// U27.
    @Test func `content that is in the library needs no upload`() throws {
        let bytes = song(4)
        let track = try device.track(bytes)
        let answer = try device.prepare(bytes)
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""status":"exists""#))
        #expect(answer.text.contains(track))
    }

    /// U5.
    @Test func `a file over the limit is refused before a byte is stored`() throws {
        let before = try instance.holdings()
        let answer = try device.prepare(song(5), size: (1 << 30) + 1)
        #expect(answer.status == 413)
        let problem = try problem(answer)
        #expect(problem.code == "upload-too-large")
        #expect(problem.maxBytes == 1 << 30)
        #expect(try instance.holdings() == before)
    }

    @Test func `size 0 is refused`() throws {
        let answer = try device.prepare([], size: 0)
        #expect(answer.status == 400)
        #expect(try problem(answer).errors?.first?.pointer == "/sizeBytes")
    }

    /// U26, PU6.
    @Test func `finalize before all bytes are there says how many are`() throws {
        let bytes = song(30)
        let id = try device.open(bytes)
        #expect(try device.patch(id, Array(bytes[..<10]), at: 0).status == 204)
        let answer = try device.post("/uploads/\(id)/finalize")
        #expect(answer.status == 409)
        let problem = try problem(answer)
        #expect(problem.code == "upload-incomplete")
        #expect(problem.offset == 10)
        #expect(problem.sizeBytes == Int64(bytes.count))
    }

    /// U25.
    @Test func `finalize may be repeated, and in parallel, with one answer`() throws {
        let bytes = song(31, frames: 2_000)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        let answers = try instance.finalizeTogether(
            Array(repeating: (device, id), count: 4), of: bytes)
        #expect(answers.map(\.status).sorted() == [200, 200, 200, 201])
        let bodies = try answers.map { try $0.decode(Finished.self) }
        #expect(bodies.allSatisfy { $0 == bodies[0] && $0.created })
        let repeated = try device.post("/uploads/\(id)/finalize")
        #expect(repeated.status == 200)
        #expect(try repeated.decode(Finished.self) == bodies[0])
        let count = try instance.sql(
            "SELECT count(*) FROM tracks WHERE id = '\(bodies[0].trackId)'")
        #expect(count == "1\n")
    }

    /// U24, PU6.
    @Test func `content that is not what was announced is refused for good`() throws {
        let bytes = song(32)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes.map { $0 ^ 1 }, at: 0).status == 204)
        for _ in 1...2 {
            let answer = try device.post("/uploads/\(id)/finalize")
            #expect(answer.status == 422)
            #expect(try problem(answer).code == "hash-mismatch")
        }
        let session = try device.get("/uploads/\(id)")
        #expect(session.text.contains(#""status":"rejected""#))
        #expect(session.text.contains(#""code":"hash-mismatch""#))
        let folder = "\(instance.storageRoot)/quarantine/\(id)"
        #expect(FileManager().fileExists(atPath: folder + "/file"))
        #expect(FileManager().fileExists(atPath: folder + "/reason.json"))
        #expect(try device.get("/uploads?status=rejected").text.contains(id))
    }

    /// U9.
    @Test func `unknown, foreign and malformed sessions are 404 without an offset`() throws {
        let foreign = try TestDevice(on: instance).open(song(33))
        let unknown = "00000000-0000-4000-8000-000000000000"
        for id in [foreign, unknown, "not-a-uuid", "null,null", "a%2Fb", "-"] {
            for answer in [try device.get("/uploads/\(id)"), try device.patch(id, [1], at: 0)] {
                #expect(answer.status == 404, "\(id): \(answer.text)")
                #expect(answer.values("upload-offset").isEmpty)
            }
        }
        // Below the sessions, and none of them.
        for id in ["prepare", "direct"] {
            #expect([404, 405].contains(try device.patch(id, [1], at: 0).status), "\(id)")
        }
    }

    /// U9.
    @Test func `an expired session is 410`() throws {
        let id = try device.open(song(34))
        _ = try instance.sql(
            "UPDATE upload_sessions SET expires_at = now() - interval '1 s' WHERE id = '\(id)'")
        let answer = try device.get("/uploads/\(id)")
        #expect(answer.status == 410)
        #expect(answer.values("upload-offset").isEmpty)
        #expect(try device.get("/uploads?status=expired").text.contains(id))
    }

    /// U9, U20.
    @Test func `cancelling leaves nothing and is 404 the second time`() throws {
        let id = try device.open(song(35))
        #expect(try device.patch(id, [1, 2, 3], at: 0).status == 204)
        #expect(try device.delete("/uploads/\(id)").status == 204)
        #expect(try device.delete("/uploads/\(id)").status == 404)
        #expect(try device.get("/uploads/\(id)").status == 404)
        #expect(
            !FileManager().fileExists(atPath: "\(instance.storageRoot)/incoming/\(id).part"))
    }

    @Test func `a finalized session cannot be cancelled`() throws {
        let bytes = song(36)
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
        try expectRefused(device.delete("/uploads/\(id)"), 409, "upload-closed")
    }

    /// U27, PU9.
    @Test func `equal tags with other bytes are two tracks, equal bytes are one`() throws {
        let one = SongFixture(title: "Same", artist: "Same", seed: 37).bytes
        let other = SongFixture(title: "Same", artist: "Same", seed: 38).bytes
        let first = try device.track(one)
        #expect(try device.track(other) != first)
        let again = try device.upload(one, as: "another-name.mp3")
        #expect(again.status == 200)
        #expect(try again.decode(Finished.self).trackId == first)
        #expect(try again.decode(Finished.self).created == false)
    }

    @Test func `what the client says fills only what the file does not say`() throws {
        let bytes = SongFixture(title: "From the file", seed: 40).bytes
        let hash = OpenSSLCryptography().sha256(bytes).hex
        let body =
            #"{"sha256":"\#(hash)","sizeBytes":\#(bytes.count),"filename":"x.mp3","#
            + #""metadata":{"title":"From the client","album":"Its album"}}"#
        struct Opened: Decodable { let uploadId: String }
        let id = try device.post("/uploads/prepare", body).decode(Opened.self).uploadId
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        let answer = try device.post(
            "/uploads/\(id)/finalize", #"{"metadata":{"artist":"Its artist"}}"#)
        #expect(answer.text.contains(#""title":"From the file""#))
        #expect(answer.text.contains(#""album":"Its album""#))
        #expect(answer.text.contains(#""artist":"Its artist""#))
    }

    @Test func `an existing track's audio is replaced, with one update event`() throws {
        let track = try device.track(song(41))
        let bytes = song(42)
        let answer = try device.instance.withFile(bytes) { path in
            try instance.http(
                "PUT", "/api/v1/uploads/direct/new.mp3?existingTrackId=\(track)",
                token: device.token, options: ["--upload-file", path])
        }
        #expect(answer.status == 200)
        #expect(try answer.decode(Finished.self).trackId == track)
        #expect(try device.get("/tracks/\(track)/file").body == bytes)
        let actions = try instance.sql(
            "SELECT action FROM library_events WHERE entity_id = '\(track)' ORDER BY id")
        #expect(actions == "create\nupdate\n")
    }

    @Test func `an unknown existing track is 404`() throws {
        let more = #","existingTrackId":"00000000-0000-4000-8000-000000000000""#
        let answer = try device.prepare(song(43), more: more)
        #expect(answer.status == 404)
        #expect(try problem(answer).code == "track-not-found")
    }
}
