import Testing
import VelodyRuntime

/// Clients that hold what they can, and what ends them.
@Suite(.serialized, .instance) struct AbuseTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    /// A busy machine may have health fail for a moment; a server that is held up fails for ever.
    private func expectWell() throws {
        let isWell = try instance.eventually {
            try instance.http("GET", "/api/v1/health").status == 200 ? true : nil
        }
        #expect(isWell == true)
    }

    /// N12.
    ///
    /// Fifteen seconds; its client would wait for a minute.
    @Test(arguments: ["", "GET /api/v1/tracks HTTP/1.1\r\nHost: a\r\nX-Slow: "])
    func `a header that does not end is ended by the server`(beginning: String) throws {
        let pipeline = #"""
            { printf %s "$0"; while sleep 1; do printf a || exit; done; } |
                timeout 60 openssl s_client -quiet -nocommands -connect 127.0.0.1:"$1" 2>/dev/null
            echo ended by $?
            """#
        let output = try Command("sh", ["-c", pipeline, beginning, instance.port]).output().text
        // 124 were the client's own patience.
        #expect(output.contains("ended by ") && !output.contains("ended by 124"), "\(output)")
        try expectWell()
    }

    /// N12.
    ///
    /// Three hundred and eighty-four at most.
    @Test func `what one address may have under way has an end`() throws {
        let fields =
            HTTP2Frames.request("POST", "/api/v1/devices/heartbeat") + [("content-length", "9")]
        var crowd: [FrameClient] = []
        // More than are let in: one of our own questions may take a place first.
        for _ in 0..<4 {
            let client = try FrameClient(instance)
            client.send(
                (0..<128).flatMap { HTTP2Frames.headers(stream: $0 * 2 + 1, fields) })
            crowd.append(client)
        }
        let refused = try instance.eventually { () -> HTTPAnswer? in
            let answer = try instance.http("GET", "/api/v1/tracks")
            return answer.status == 401 ? nil : answer
        }
        #expect(refused?.status == 503)
        #expect(refused?.value("retry-after") == "2")
        try expectWell()
        crowd.removeAll()
        let isOver = try instance.eventually {
            try instance.http("GET", "/api/v1/tracks").status == 401 ? true : nil
        }
        #expect(isOver == true)
    }

    /// N12.
    ///
    /// CVE-2023-44487.
    @Test func `streams that are reset over and over end with their connection`() throws {
        let client = try FrameClient(instance)
        let fields = HTTP2Frames.request("GET", "/api/v1/tracks")
        for number in 0..<3_000 {
            let stream = number * 2 + 1
            client.send(
                HTTP2Frames.headers(stream: stream, fields, isLast: true)
                    + HTTP2Frames.reset(stream: stream))
        }
        #expect(client.isClosed())
        try expectWell()
        let asked = instance.log(of: "velody-server").split(separator: "\n").count
        #expect(asked < 2_000, "the server was asked \(asked) times")
    }
}
