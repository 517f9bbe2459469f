import Testing

extension NginxErrorTests {
    private static let floods: [[String]] = [
        // Few large ones, one huge one, many small ones, and the most that just fit the buffers.
        (0..<10).map { "X-Flood-\($0): " + String(repeating: "a", count: 4_000) },
        ["X-Flood: " + String(repeating: "a", count: 100_000)],
        (0..<4_000).map { "X-\($0);" },
        (0..<900).map { "X-\($0): aaaaaaaaaaaaaaaaaaaaaaaa" },
    ]

    /// Over HTTP/2 a flood may end the stream or the connection instead.
    @Test(arguments: RunningInstance.Version.allCases, floods)
    func `a flood of headers is refused, and the server lives on`(
        version: RunningInstance.Version, flood: [String]
    ) throws {
        let server = instance.pids()["velody-server"]
        let answer = try? instance.http("GET", "/api/v1/health", fields: flood, version: version)
        if version == .http1 { #expect(answer != nil) }
        if let answer, answer.status != 200 {
            try expectProblem(answer, 431, "header-fields-too-large")
        }
        #expect(try instance.http("GET", "/api/v1/health", version: version).status == 200)
        #expect(instance.pids()["velody-server"] == server)
    }

    /// N4, N7.
    @Test(arguments: [
        "Content-Length: 3\r\nTransfer-Encoding: chunked", "Content-Length: 5, 5",
        "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: -1", "Content-Length: +5", "Content-Length: 0x5", "Content-Length: five",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    ])
    func `an ambiguous length is 400, and the server never hears of it`(lines: String) throws {
        let answer = try instance.raw(
            """
            POST /api/v1/devices/heartbeat HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(lines)\r
            \r\nhello
            """)
        try expectProblem(answer, 400, "bad-request")
        let id = try answer.decode(Problem.self).requestId
        #expect(!instance.log(of: "velody-server").contains(id))
    }

    /// N7.
    @Test(
        arguments: RunningInstance.Version.allCases,
        [
            ("POST", "/devices/heartbeat", "Authorization: Bearer other"),
            ("POST", "/devices/heartbeat", "Content-Type: application/json"),
            ("PATCH", "/uploads/ID", "Upload-Offset: 0"),
            ("PATCH", "/uploads/ID", "Content-Type: application/offset+octet-stream"),
        ])
    func `a field that matters, given twice, is 400`(
        version: RunningInstance.Version, request: (method: String, path: String, field: String)
    ) throws {
        let device = try TestDevice(on: instance)
        let path =
            request.path.hasSuffix("ID")
            ? "/uploads/\(try device.open(Array(instance.home.utf8)))" : request.path
        let isPatch = request.method == "PATCH"
        let type = isPatch ? "offset+octet-stream" : "json"
        let fields = ["Upload-Offset: 0", "Content-Type: application/\(type)"]
        let send = { more in
            try instance.http(
                request.method, "/api/v1" + path, token: device.token, fields: fields + more,
                body: Array("{}".utf8), version: version)
        }
        let answer = try send([request.field])
        #expect(answer.status == 400, "\(answer.text)")
        #expect(answer.value("content-type") == "application/problem+json")
        // Once, each of them is right.
        #expect(try send([]).status != 400)
    }
}
