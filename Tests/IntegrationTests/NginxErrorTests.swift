import FoundationEssentials
import Testing

/// What nginx answers without asking the server has the shape of the API's own errors.
@Suite(.instance) struct NginxErrorTests {
    struct Problem: Decodable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let code: String
        let requestId: String
    }

    let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    func expectProblem(_ answer: HTTPAnswer, _ status: Int, _ code: String) throws {
        #expect(answer.status == status)
        #expect(answer.value("content-type") == "application/problem+json")
        #expect(answer.value("cache-control") == "no-store")
        #expect(answer.value("x-content-type-options") == "nosniff")
        let problem = try answer.decode(Problem.self)
        #expect(problem.status == status)
        #expect(problem.code == code)
        #expect(!problem.title.isEmpty && !problem.detail.isEmpty && !problem.type.isEmpty)
        #expect(answer.value("x-request-id") == problem.requestId)
    }

    @Test(arguments: RunningInstance.Version.allCases)
    func `an unknown address is a problem`(version: RunningInstance.Version) throws {
        try expectProblem(
            try instance.http("GET", "/nothing/here", version: version), 404, "not-found")
    }

    @Test(arguments: ["/api", "/api/v1/sync", "/api/v1/sync/", "/api/v1/uploads/direct"])
    func `an address that lacks its end is a problem, and leads nowhere`(path: String) throws {
        let device = try TestDevice(on: instance)
        let answer = try instance.http("GET", path, token: device.token)
        #expect(answer.status == 404)
        #expect(answer.value("content-type") == "application/problem+json")
    }

    @Test func `the contract allows nothing but to be read`() throws {
        let answer = try instance.http("OPTIONS", "/api/v1/openapi.yaml")
        try expectProblem(answer, 405, "method-not-allowed")
        #expect(answer.value("allow") == "GET, HEAD")
    }

    @Test(arguments: RunningInstance.Version.allCases)
    func `TRACE is a problem that names what is allowed`(version: RunningInstance.Version) throws {
        let answer = try instance.http("TRACE", "/api/v1/health", version: version)
        try expectProblem(answer, 405, "method-not-allowed")
        #expect(answer.value("allow") != nil)
    }

    /// N5.
    @Test(
        arguments: RunningInstance.Version.allCases, [[], ["Transfer-Encoding: chunked"]])
    func `a body over 1 MiB is a problem`(
        version: RunningInstance.Version, fields: [String]
    ) throws {
        let body = [UInt8](repeating: 0x20, count: 1_048_577)
        let answer = try instance.http(
            "POST", "/api/v1/uploads/prepare", fields: fields, body: body, version: version)
        try expectProblem(answer, 413, "payload-too-large")
    }

    @Test func `a request line over 8 kB is a problem`() throws {
        let long = String(repeating: "a", count: 9_000)
        let answer = try instance.http("GET", "/api/v1/\(long)", version: .http1)
        try expectProblem(answer, 414, "uri-too-long")
    }

    @Test func `header floods are a problem`() throws {
        let long = String(repeating: "a", count: 4_000)
        let fields = (0..<10).map { "X-Flood-\($0): \(long)" }
        let answer = try instance.http("GET", "/api/v1/health", fields: fields, version: .http1)
        try expectProblem(answer, 431, "header-fields-too-large")
    }

    @Test(arguments: [
        "GARBAGE\r\n\r\n",
        "GET /api/v1/health HTTP/1.1\r\n\r\n",
        "GET /api/v1/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET /api/../../etc HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /api/v1/%00 HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\nhello",
        "POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        """
        POST /api/v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r
        Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n
        """,
    ])
    func `a malformed request is a problem`(request: String) throws {
        try expectProblem(try instance.raw(request), 400, "bad-request")
    }

    @Test func `an unknown transfer coding is a problem`() throws {
        let request =
            "POST /api/v1/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
        try expectProblem(try instance.raw(request), 501, "not-implemented")
    }

    @Test func `an unknown version of HTTP is a problem`() throws {
        let answer = try instance.raw("GET / HTTP/9.9\r\nHost: a\r\n\r\n")
        try expectProblem(answer, 505, "http-version-not-supported")
    }

    @Test func `plain HTTP on the TLS port is a problem`() throws {
        let plain = "http://127.0.0.1:\(instance.port)/api/v1/health"
        let answer = try instance.http("GET", plain, version: .http1)
        try expectProblem(answer, 400, "bad-request")
    }

    @Test func `a refusal leaves no name in a log`() throws {
        let device = try TestDevice(on: instance)
        let line = "PUT /api/v1/uploads/direct/Secret.mp3 HTTP/1.1\r\nHost: a\r\n"
        let token = "Authorization: Bearer \(device.token)\r\n"
        let chunked = "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"
        _ = try instance.raw(line + token + chunked)
        _ = try instance.raw(line + chunked)
        _ = try instance.raw(line + "Content-Length: 5, 5\r\n\r\n")
        _ = try instance.http("TRACE", "/api/v1/Secret")
        let long = String(repeating: "Secret", count: 2_000)
        _ = try instance.http("GET", "/api/v1/\(long)", version: .http1)
        expectNoName()
    }

    /// Of a request that nginx refuses it makes a GET, to lead it to the problem.
    @Test(
        arguments: RunningInstance.Version.allCases,
        [
            ("TRACE", "/api/v1/health", 405), ("DELETE", "/nothing/here", 404),
            ("PATCH", "/api/v1/openapi.yaml", 405), ("HEAD", "/nothing/here", 404),
            ("PUT", "/api/v1/devices", 413), ("GET", "/api/v1/health", 200),
        ])
    func `the log of requests has the method that the client used`(
        version: RunningInstance.Version, request: (method: String, path: String, status: Int)
    ) throws {
        let body = request.status == 413 ? [UInt8](repeating: 0x20, count: 1_048_577) : nil
        let answer = try instance.http(request.method, request.path, body: body, version: version)
        #expect(answer.status == request.status)
        let line = try instance.accessLine(of: answer)
        #expect(line?.contains("\"status\":\(request.status),") == true)
        #expect(line?.contains("\"method\":\"\(request.method)\"") == true, "\(line ?? "none")")
    }

    @Test func `what is no request has no method in the log`() throws {
        let line = try instance.accessLine(of: try instance.raw("GARBAGE\r\n\r\n"))
        #expect(line?.contains(#""method":"","#) == true, "\(line ?? "none")")
    }

    private func expectNoName() {
        for name in ["nginx", "access", "velody-server", "postgres"] {
            #expect(!instance.log(of: name).contains("Secret"), "\(name)")
        }
    }

    @Test func `every line of the log is JSON, also of a request that was never understood`() throws
    {
        let field = "X-Flood: " + String(repeating: "a", count: 60_000)
        // nginx ends the connection without a word.
        _ = try? instance.http("GET", "/api/v1/health", fields: [field], version: .http2)
        struct Line: Decodable { let status: Int }
        let statuses = try instance.eventually { () -> [Int]? in
            let lines = instance.log(of: "access").split(separator: "\n")
            let all = try lines.map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8)).status
            }
            return all.contains(0) ? all : nil
        }
        #expect(statuses != nil)
    }

    /// X8.
    @Test(arguments: [
        "/_library/audio/aa/bb/x.mp3", "/%5flibrary/audio/aa/bb/x.mp3",
        "//_library/audio/aa/bb/x.mp3", "/x/../_library/audio", "/_library/", "/_problem",
        "/_problem/missing", "/_problem/range", "/_trust", "/_upload", "/_upload/trusted",
        "/_upload/stranger",
    ])
    func `internal addresses do not exist from outside`(path: String) throws {
        try expectProblem(try instance.http("GET", path), 404, "not-found")
    }
}
