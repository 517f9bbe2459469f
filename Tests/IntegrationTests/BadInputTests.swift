import FoundationEssentials
import Testing
import VelodyTesting

/// What hostile, broken and absurd requests get: a clear refusal, and nothing is stored.
///
/// One after the other, so that the last one looks at the log of all.
@Suite(.serialized, .instance) struct BadInputTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private struct Refused: Decodable {
        struct Upload: Decodable {
            struct Problem: Decodable { let code: String }
            let uploadId: String
            let problem: Problem?
        }
        let items: [Upload]
    }

    private static let files: [(name: String, bytes: [UInt8], code: String)] = [
        ("HTML", Array("<!DOCTYPE html><html><body>hi</body></html>".utf8), "unsupported-audio"),
        (
            "ZIP", [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0] + [UInt8](repeating: 1, count: 300),
            "unsupported-audio"
        ),
        (
            "ELF", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 300),
            "unsupported-audio"
        ),
        ("zero bytes", [UInt8](repeating: 0, count: 4_000), "unsupported-audio"),
        ("text", Array(String(repeating: "la ", count: 500).utf8), "unsupported-audio"),
        (
            "sync bytes and noise", [0xFF, 0xFB, 0x90, 0x64] + Array(repeating: 7, count: 4_000),
            "unsupported-audio"
        ),
        ("two frames", SongFixture(seed: 1, frameCount: 2).bytes, "invalid-audio"),
    ]

    /// PU11.
    @Test(arguments: files.indices)
    func `a file that is no song is refused and kept apart`(index: Int) throws {
        let file = Self.files[index]
        let before = try instance.holdings()
        let tracks = try device.get("/tracks?limit=500&status=all").text
        let answer = try device.upload(file.bytes)
        #expect([415, 422].contains(answer.status), "\(file.name): \(answer.text)")
        let problem = try answer.decode(TestDevice.Problem.self)
        #expect(problem.code == file.code, "\(file.name)")
        if answer.status == 415 { #expect(problem.detectedType?.contains("/") == true) }
        let refused = try device.get("/uploads?status=rejected").decode(Refused.self).items
        #expect(refused.map(\.problem?.code) == [file.code])
        let id = try #require(refused.first?.uploadId)
        let after = try instance.holdings()
        #expect(
            after.quarantine.subtracting(before.quarantine) == ["\(id)/file", "\(id)/reason.json"])
        let folder = "\(instance.storageRoot)/quarantine/\(id)"
        let kept = FileManager().contents(atPath: folder + "/file").map { [UInt8]($0) }
        #expect(kept == file.bytes)
        let reason = FileManager().contents(atPath: folder + "/reason.json") ?? Data()
        #expect(String(decoding: reason, as: UTF8.self).contains("\"\(file.code)\""))
        #expect(after.library == before.library)
        #expect(after.incoming == before.incoming)
        #expect(try device.get("/tracks?limit=500&status=all").text == tracks)
    }

    @Test(arguments: [
        "../../etc/passwd", "a\u{0}b", "e\u{301}🎵\"quote\"", "a\r\nSet-Cookie: x", "..",
        String(repeating: "n", count: 4_096),
    ])
    func `an absurd file name is cleaned, never used as a path`(name: String) throws {
        struct Opened: Decodable { let uploadId: String }
        struct Session: Decodable { let filename: String }
        let bytes = SongFixture(seed: UInt64(name.hashValue.magnitude % 1_000_000)).bytes
        let quoted = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        let hash = (0..<64).map { _ in "0123456789abcdef".randomElement() ?? "0" }
        let answer = try device.post(
            "/uploads/prepare",
            #"{"sha256":"\#(String(hash))","sizeBytes":\#(bytes.count),"filename":\#(quoted)}"#)
        #expect(answer.status == 201, "\(answer.text)")
        let id = try answer.decode(Opened.self).uploadId
        let kept = try device.get("/uploads/\(id)").decode(Session.self).filename
        #expect(!kept.isEmpty && kept.utf8.count <= 255 && !kept.contains("/"))
        #expect(kept.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test(
        arguments: [
            "..%2f..%2fetc%2fpasswd", "%2e%2e", "a%0d%0aSet-Cookie:%20x", "%22quoted%22",
            "%F0%9F%8E%B5",
            "%25%3F%23", "e%CC%81",
        ])
    func `an absurd file name in a direct upload is cleaned, never used as a path`(
        name: String
    ) throws {
        let seed = name.utf8.reduce(into: UInt64(0)) { $0 = $0 &* 31 &+ UInt64($1) }
        let answer = try device.upload(SongFixture(seed: seed % 1_000_000).bytes, as: name)
        // What nginx takes for a path of its own is not there, or no path at all.
        let isPath = name.contains("..") || name == "%2e%2e"
        #expect(
            isPath ? [400, 404].contains(answer.status) : answer.status == 201, "\(answer.text)")
        guard answer.status == 201 else { return }
        #expect(answer.values("set-cookie").isEmpty)
        struct Finished: Decodable {
            struct Track: Decodable { let audio: Audio }
            struct Audio: Decodable { let originalFilename: String }
            let track: Track
        }
        let kept = try answer.decode(Finished.self).track.audio.originalFilename
        #expect(!kept.isEmpty && kept.utf8.count <= 255 && !kept.contains("/"))
        #expect(kept.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test(arguments: ["%FF%FE.mp3", "a%00b.mp3", "a%ZZ.mp3"])
    func `a file name in a direct upload that is no text is 400`(name: String) throws {
        let answer = try device.upload(SongFixture(seed: 77).bytes, as: name)
        #expect([400, 404].contains(answer.status), "\(answer.text)")
        #expect(answer.value("content-type") == "application/problem+json")
    }

    @Test func `a file name over 4096 bytes is 400`() throws {
        let name = String(repeating: "n", count: 4_097)
        let answer = try device.post(
            "/uploads/prepare",
            #"{"sha256":"\#(String(repeating: "a", count: 64))","sizeBytes":1,"filename":"\#(name)"}"#
        )
        #expect(answer.status == 400)
    }

    @Test(arguments: [
        "", "[]", "null", "{", "\"x\"", "{\"sha256\":\"\u{FFFF}", "NaN",
    ])
    func `a body that is no JSON object is malformed-json`(text: String) throws {
        let answer = try device.post("/uploads/prepare", text)
        #expect(answer.status == 400)
        #expect(try answer.decode(TestDevice.Problem.self).code == "malformed-json")
    }

    @Test func `invalid UTF-8 and deep nesting are malformed-json`() throws {
        let deep = String(repeating: "{\"a\":", count: 50_000)
        for body in [Array("{\"a\":\"".utf8) + [0xFF, 0xFE] + Array("\"}".utf8), Array(deep.utf8)] {
            let answer = try instance.http(
                "POST", "/api/v1/uploads/prepare", token: device.token,
                fields: ["Content-Type: application/json"], body: body)
            #expect(answer.status == 400)
            #expect(try answer.decode(TestDevice.Problem.self).code == "malformed-json")
        }
    }

    @Test func `JSON under another content type is 415`() throws {
        let answer = try instance.http(
            "POST", "/api/v1/uploads/prepare", token: device.token,
            fields: ["Content-Type: text/plain"], body: Array("{}".utf8))
        #expect(answer.status == 415)
    }

    @Test(arguments: ["0", "501", "-1", "x", "99999999999999999999", "1&limit=2"])
    func `a limit out of range is 400 and named`(limit: String) throws {
        let answer = try device.get("/tracks?limit=\(limit)")
        #expect(answer.status == 400)
        #expect(
            try answer.decode(TestDevice.Problem.self).errors?.first?.parameter == "limit")
    }

    @Test func `another method on a known path is 405 with Allow`() throws {
        let answer = try instance.http("PUT", "/api/v1/tracks", token: device.token, body: [1])
        #expect(answer.status == 405)
        #expect(answer.value("allow") == "GET, HEAD")
    }

    @Test func `two Authorization lines are no authorization`() throws {
        let answer = try instance.http(
            "GET", "/api/v1/tracks", token: device.token,
            fields: ["Authorization: Bearer other"], version: .http1)
        #expect([400, 401].contains(answer.status))
    }

    @Test func `metadata out of range is 400 and every mistake is named`() throws {
        let long = String(repeating: "x", count: 1_001)
        let more = #","metadata":{"title":"\#(long)","year":3000,"trackNumber":0}"#
        let answer = try device.prepare([1], more: more)
        #expect(answer.status == 400)
        #expect(
            try answer.decode(TestDevice.Problem.self).errors?.compactMap(\.pointer)
                == ["/metadata/title", "/metadata/trackNumber", "/metadata/year"])
    }

    @Test func `nothing here ever answered 500`() throws {
        for log in ["velody-server", "access"] {
            #expect(!instance.log(of: log).contains(#""status":500"#))
        }
    }
}
