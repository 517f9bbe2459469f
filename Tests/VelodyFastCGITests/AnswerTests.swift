import Testing
import VelodyFastCGI
import VelodyHTTP

/// How answers are written.
@Suite struct AnswerTests {
    /// N1.
    @Test(arguments: [("", "0"), ("hello", "5"), ("Größe", "7")])
    func `every answer says its length, also of nothing`(text: String, length: String) throws {
        let rig = try Rig { _, _ in .response(.text(text)) }
        defer { rig.end() }
        let answer = try rig.request("GET")
        #expect(answer.head.first == "Status: 200 OK")
        #expect(answer["Content-Length"] == length)
        #expect(answer.body == Array(text.utf8))
    }

    @Test(arguments: [Status.noContent, .notModified])
    func `an answer that cannot have a body has neither length nor body`(status: Status) throws {
        let rig = try Rig { _, _ in .response(Response(status, body: [1])) }
        defer { rig.end() }
        let answer = try rig.request("GET")
        #expect(answer.status == "\(status.code) \(status.reason)")
        #expect(answer["Content-Length"] == nil)
        #expect(answer.body.isEmpty)
    }

    @Test func `HEAD gets the length of what GET would get, and no body`() throws {
        let rig = try Rig { _, _ in .response(.text("hello")) }
        defer { rig.end() }
        let answer = try rig.request("HEAD")
        #expect(answer["Content-Length"] == "5")
        #expect(answer.body.isEmpty)
        #expect(RunningServer.eventually { rig.server.records.first?.bodyBytes == 0 })
    }

    @Test func `a length that the application states is left as it is`() throws {
        let rig = try Rig { _, _ in
            var response = Response(.ok)
            response.fields.set("Content-Length", "123456")
            return .response(response)
        }
        defer { rig.end() }
        #expect(try rig.request("HEAD")["Content-Length"] == "123456")
    }

    @Test func `where the web server sends a file there is neither length nor body`() throws {
        let rig = try Rig { _, _ in
            var response = Response.text("not for clients")
            response.fields.set("X-Accel-Redirect", "/_library/a.mp3")
            return .response(response)
        }
        defer { rig.end() }
        let answer = try rig.request("GET")
        #expect(answer["X-Accel-Redirect"] == "/_library/a.mp3")
        #expect(answer["Content-Length"] == nil)
        #expect(answer.body.isEmpty)
    }

    @Test func `a large answer arrives whole`() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let rig = try Rig { _, _ in .response(Response(.ok, body: bytes)) }
        defer { rig.end() }
        #expect(try rig.request("GET").body == bytes)
    }

    @Test func `an identifier that would split the answer is not repeated`() throws {
        let rig = try Rig { _, _ in .response(.text("ok")) }
        defer { rig.end() }
        let parameters = [("REQUEST_METHOD", "GET"), ("VELODY_REQUEST_ID", "a\r\nSet-Cookie: b")]
        let answer = try FastCGIClient(to: rig.api, parameters).answer()
        #expect(answer["X-Request-Id"] == nil)
        #expect(answer["Set-Cookie"] == nil)
    }

    /// L4.
    @Test func `a client that vanishes within an answer harms nobody`() throws {
        let bytes = [UInt8](repeating: 7, count: 8_000_000)
        let rig = try Rig(threads: .init(api: 1)) { _, _ in .response(Response(.ok, body: bytes)) }
        defer { rig.end() }
        for _ in 0..<3 {
            let client = try FastCGIClient(to: rig.api, Rig.parameters("GET", "/"))
            #expect(!client.connection.receive(1_000).isEmpty)
            client.connection.close()
        }
        #expect(RunningServer.eventually { rig.server.records.count == 3 })
        #expect(rig.server.records.filter(\.isClientGone).count == 3)
        #expect(try rig.request("GET").body == bytes)
        #expect(RunningServer.eventually { rig.server.records.last?.isClientGone == false })
    }

    @Test func `what is observed names the request, its lane and its answer`() throws {
        let rig = try Rig { _, _ in
            var response = Response.text("hello", status: 404)
            response.log.route = "/api/v1/tracks/{id}"
            return .response(response)
        }
        defer { rig.end() }
        _ = try rig.request("GET")
        #expect(RunningServer.eventually { rig.server.records.count == 1 })
        let record = try #require(rig.server.records.first)
        #expect(record.requestID == "0af7651916cd43dd8448eb211c80319c")
        #expect(record.method == .get && record.lane == .api && record.status.code == 404)
        #expect(record.bodyBytes == 5 && !record.isClientGone && record.duration > .zero)
        #expect(record.facts.route == "/api/v1/tracks/{id}")
    }
}
