import FoundationEssentials
import Testing
import VelodyTesting

/// Hostile and absurd requests to browse and edit: a clear refusal, never an error of the database.
///
/// One after the other, so that the last one looks at the log of all.
@Suite(.serialized, .instance) struct BadLibraryInputTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private struct Page: Decodable {
        struct Item: Decodable { let id: String }
        let items: [Item]
        let nextCursor: String?
    }

    private func problem(_ answer: HTTPAnswer, _ status: Int, _ code: String) throws {
        #expect(answer.status == status, "\(answer.text.prefix(300))")
        #expect(answer.value("content-type") == "application/problem+json")
        #expect(try answer.decode(TestDevice.Problem.self).code == code)
    }

    @Test(arguments: ["/tracks", "/albums", "/artists", "/genres"])
    func `limits out of range are refused`(path: String) throws {
        for limit in ["0", "-1", "501", "1000000000", "1e9", "x", "", "9223372036854775808"] {
            try problem(try device.get("\(path)?limit=\(limit)"), 400, "invalid-request")
        }
    }

    @Test(arguments: ["/tracks", "/albums", "/artists", "/genres"])
    func `cursors that were never given out are refused`(path: String) throws {
        for cursor in [
            "", "x", "0", "-1", "AAAA", "%00", "'", "%27%3B--", "null", "%FF",
            "18446744073709551616",
            String(repeating: "A", count: 4_000), "..%2F..",
        ] {
            try problem(try device.get("\(path)?cursor=\(cursor)"), 400, "invalid-request")
        }
    }

    @Test func `a cursor of another query is refused`() throws {
        for seed in UInt64(50)..<53 { _ = try device.track(SongFixture(seed: seed).bytes) }
        let page = try device.get("/tracks?limit=1&sort=title").decode(Page.self)
        let cursor = try #require(page.nextCursor)
        #expect(try device.get("/tracks?limit=2&sort=title&cursor=\(cursor)").status == 200)
        for query in [
            "", "sort=artist", "sort=title&order=desc", "sort=title&status=all", "sort=title&q=x",
            "sort=title&year=1999", "sort=title&artist=x",
        ] {
            try problem(
                try device.get("/tracks?\(query)&cursor=\(cursor)"), 400, "invalid-request")
        }
        var altered = Array(cursor.utf8)
        altered[5] = altered[5] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let forged = String(decoding: altered, as: UTF8.self)
        try problem(
            try device.get("/tracks?sort=title&cursor=\(forged)"), 400, "invalid-request")
    }

    @Test(arguments: ["/tracks", "/albums", "/artists", "/genres"])
    func `searches are long, odd or hostile, and never an error`(path: String) throws {
        for search in [
            "%25", "_", "%25%25%25", "%5C", "%5C%5C%25", "%27", "%22", "%27%20OR%201%3D1--",
            "%24%24",
            "%7B%7D", "%28%5B", "*", "a%0Ab", "%E2%80%8B", "%F0%9F%8E%B5", "%26%7C%21%3A%2A",
            "%CC%81",
            String(repeating: "a", count: 1_000), String(repeating: "a+", count: 500),
            String(repeating: "%25", count: 500),
        ] {
            let answer = try device.get("\(path)?q=\(search)")
            #expect(answer.status == 200, "\(search): \(answer.text.prefix(300))")
        }
        for search in ["%00", "a%00b", "%FF", "%", "%zz", String(repeating: "a", count: 1_001)] {
            try problem(try device.get("\(path)?q=\(search)"), 400, "invalid-request")
        }
        let huge = try device.get("\(path)?q=" + String(repeating: "a", count: 10_240))
        #expect([400, 414].contains(huge.status))
        #expect(huge.value("content-type") == "application/problem+json")
    }

    @Test func `per cent and underscore are ordinary characters`() throws {
        let id = try device.track(SongFixture(seed: 60).bytes)
        _ = try patch(id, #"{"title":"100% pure_gold","artist":"\\"}"#)
        let found = { (search: String) in
            try device.get("/tracks?q=\(search)").decode(Page.self).items.map(\.id)
        }
        #expect(try found("%25") == [id])
        #expect(try found("100%25") == [id])
        #expect(try found("e_g") == [id])
        #expect(try found("%5C") == [id])
        #expect(try found("p%25gold").isEmpty)
        #expect(try found("g_ld").isEmpty)
    }

    private func patch(
        _ id: String, _ body: String, type: String = "application/merge-patch+json"
    ) throws -> HTTPAnswer {
        try instance.http(
            "PATCH", "/api/v1/tracks/\(id)", token: device.token, fields: ["Content-Type: \(type)"],
            body: Array(body.utf8))
    }

    @Test func `patches of wrong types, read-only members and huge values change nothing`() throws {
        let id = try device.track(SongFixture(seed: 61).bytes)
        let before = try device.get("/tracks/\(id)").text
        for body in [
            #"{"title":1}"#, #"{"year":"x"}"#, #"{"year":3000}"#, #"{"trackNumber":-1}"#,
            #"{"id":"x"}"#, #"{"version":9}"#, #"{"artists":["x"]}"#, #"{"audio":null}"#,
            #"{"title":"ok","status":"deleted"}"#,
            #"{"title":"\#(String(repeating: "x", count: 1_000_000))"}"#,
        ] {
            try problem(try patch(id, body), 400, "invalid-request")
        }
        for body in ["[]", "null", "{", "\"x\"", #"[{"op":"remove","path":"/title"}]"#] {
            try problem(try patch(id, body), 400, "malformed-json")
        }
        try problem(
            try patch(id, "{}", type: "application/json-patch+json"), 415, "unsupported-media-type")
        let huge = try patch(id, #"{"title":"\#(String(repeating: "x", count: 1 << 20))"}"#)
        try problem(huge, 413, "payload-too-large")
        #expect(try device.get("/tracks/\(id)").text == before)
    }

    @Test func `unknown tracks and malformed identifiers are not found`() throws {
        for id in ["6f0d9cb8-8a4f-4c58-9a3f-0d7d9c3f0a11", "x", "..%2Ftracks", "%27"] {
            try problem(try patch(id, #"{"title":"x"}"#), 404, "not-found")
            try problem(try device.delete("/tracks/\(id)"), 404, "not-found")
            try problem(try device.post("/tracks/\(id)/restore"), 404, "not-found")
        }
        #expect(try device.post("/tracks/x").status == 405)
    }

    @Test func `nothing here ever answered 500`() throws {
        for log in ["velody-server", "access"] {
            #expect(!instance.log(of: log).contains(#""status":500"#))
        }
    }
}
