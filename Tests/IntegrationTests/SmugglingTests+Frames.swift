import Testing

extension SmugglingTests {
    private static let get = HTTP2Frames.request("GET", "/api/v1/health")
    private static let post = HTTP2Frames.request("POST", "/api/v1/devices/heartbeat")

    /// N9.
    ///
    /// A body of "{}" follows each.
    @Test(arguments: [
        post + [("content-length", "20")], post + [("content-length", "1")],
        post + [("content-length", "+2")],
        post + [("content-length", "2"), ("content-length", "3")],
        post + [("content-length", "2"), ("transfer-encoding", "chunked")],
        get + [(":path", "/api/v1/tracks")], get + [("x-a", "b"), (":method", "DELETE")],
        get + [(":protocol", "websocket")], get + [("host", "other")],
        HTTP2Frames.request("GET", "/api/v1/health HTTP/1.1"),
    ])
    func `over HTTP 2 a request at odds with itself is 400`(
        fields: [(name: String, value: String)]
    ) throws {
        #expect(try ask(fields) == "400")
    }

    /// N9.
    ///
    /// What would be lines of their own over HTTP/1.1.
    @Test(arguments: [
        post + [("x-a", "b\r\ntransfer-encoding: chunked")], post + [("x-a", "b\nc: d")],
        post + [("x-a", "b\0c")], post + [("x-a: b\r\nc", "d")], post + [("X-A", "b")],
        HTTP2Frames.request("GET", "/api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n"),
        HTTP2Frames.request("GET / HTTP/1.1\r\nX: y", "/api/v1/health"),
    ])
    func `over HTTP 2 a field with a line in it ends its stream`(
        fields: [(name: String, value: String)]
    ) throws {
        #expect(try ask(fields) == "reset")
    }

    /// The frames are right: without anything odd they are answered.
    @Test func `over HTTP 2 a plain request by frames is answered`() throws {
        #expect(try ask(Self.get) == "200")
        #expect(try ask(Self.post) == "401")
    }

    /// The status of the answer to a request with a body of "{}".
    private func ask(_ fields: [(name: String, value: String)]) throws -> String {
        let client = try FrameClient(try #require(RunningInstance.ofSuite))
        client.send(HTTP2Frames.headers(stream: 1, fields) + HTTP2Frames.lastData("{}", stream: 1))
        return client.outcome(ofStream: 1)
    }
}
