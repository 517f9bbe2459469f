import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// Many clients at once, and more than are let in.
///
/// Eight upload threads: nginx lets two less through at once, a third of them for one device.
@Suite(
    .serialized,
    .instance(environment: ["UPLOAD_THREADS": "8", "MAX_UPLOAD_SIZE_BYTES": "100000"]))
struct CrowdTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private func song(_ seed: UInt64) -> [UInt8] {
        SongFixture(title: "Song \(seed)", seed: seed, frameCount: 100).bytes
    }

    private func expectBusy(_ answer: HTTPAnswer, _ status: Int, _ code: String) throws {
        #expect(answer.status == status)
        #expect(answer.value("content-type") == "application/problem+json")
        #expect(try answer.decode(TestDevice.Problem.self).code == code)
        #expect(try #require(answer.value("retry-after").flatMap { Int($0) }) > 0)
    }

    /// N2.
    @Test func `sixty clients with slow bodies hold up nobody`() throws {
        let crowd = try Crowd(instance, count: 60, "POST", "/api/v1/devices/heartbeat")
        defer { crowd.end() }
        for _ in 0..<40 {
            let answer = try instance.http(
                "GET", "/api/v1/tracks", token: device.token, options: ["--max-time", "10"])
            #expect(answer.status == 200)
        }
        #expect(crowd.connected >= 60)
    }

    /// N3.
    @Test func `two hundred requests at once are all answered`() throws {
        let words = [
            "--http1.1", "--silent", "--parallel", "--parallel-immediate", "--parallel-max", "200",
            "--cacert", instance.certificate, "--noproxy", "*", "--header",
            "Authorization: Bearer \(device.token)", "--write-out", "%{http_code}\n",
        ]
        let urls = (0..<200).flatMap { _ in
            ["--output", "/dev/null", instance.url + "/api/v1/devices"]
        }
        let statuses = try Command("curl", words + urls).output().text.split(separator: "\n")
        #expect(statuses.count == 200)
        #expect(statuses.allSatisfy { $0 == "200" })
    }

    /// Begins uploads that say no more, as many as one device may have at once.
    private func stall(_ device: TestDevice, _ seeds: ClosedRange<UInt64>) throws -> [Stalled] {
        try seeds.map { seed in
            let bytes = song(seed)
            return try device.stalledPatch(
                try device.open(bytes), Array(bytes[..<1_000]), of: bytes.count)
        }
    }

    @Test func `uploads beyond the slots are 503, and everything else goes on`() throws {
        var running = try stall(device, 1...2)
        for seeds in [3...4, 5...6] as [ClosedRange<UInt64>] {
            running += try stall(TestDevice(on: instance), seeds)
        }
        let (bytes, late) = (song(7), try TestDevice(on: instance))
        let id = try late.open(bytes)
        for version in RunningInstance.Version.allCases {
            try expectBusy(late.patch(id, bytes, at: 0, version: version), 503, "unavailable")
        }
        try expectBusy(late.upload(bytes), 503, "unavailable")
        #expect(try late.get("/uploads/\(id)").status == 200)
        #expect(try late.get("/tracks").status == 200)
        for client in running { _ = client.end() }
        let accepted = try instance.eventually { () -> Bool? in
            try late.patch(id, bytes, at: 0).status == 204 ? true : nil
        }
        #expect(accepted == true)
        #expect(try device.get("/uploads").text.contains(#""offset":1000"#))
    }

    @Test func `a device whose uploads stall leaves slots to the others`() throws {
        let running = try stall(device, 11...12)
        try expectBusy(device.upload(song(13), as: "Secret.mp3"), 503, "unavailable")
        #expect(!instance.log(of: "nginx").contains("Secret"))
        let other = try TestDevice(on: instance)
        #expect(try other.upload(song(13)).status == 201)
        for client in running { _ = client.end() }
    }

    /// The connection of who was refused stays open for a while, so that the answer arrives.
    @Test(arguments: [
        "X-Nothing: here", "Authorization: Bearer x",
        "Authorization: Bearer vld_" + String(repeating: "A", count: 43),
    ])
    func `strangers hold no slot of an upload`(field: String) throws {
        let head = """
            PUT /api/v1/uploads/direct/x HTTP/1.1\r\nHost: a\r\n\(field)\r\n\
            Content-Length: 1000000000\r\n\r\nabc
            """
        let strangers = try (0..<10).map { _ in
            try Stalled(instance, Array(head.utf8), pausing: 0)
        }
        ProcessEvents.pause(milliseconds: 100)
        let bytes = song(20)
        #expect([200, 201].contains(try device.upload(bytes).status))
        for stranger in strangers {
            let answer = String(decoding: stranger.answerToEnd(), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
            #expect(answer.contains(#""code":"unauthorized""#))
        }
    }

    private func expectTooLarge(_ answer: HTTPAnswer) throws {
        #expect(answer.status == 413)
        let problem = try answer.decode(TestDevice.Problem.self)
        #expect(problem.code == "upload-too-large")
        #expect(problem.maxBytes == 100_000)
    }

    /// U5, PU3.
    @Test(arguments: [[], ["Transfer-Encoding: chunked"]])
    func `a file over the limit is told the limit and leaves nothing`(fields: [String]) throws {
        let before = try instance.holdings()
        let bytes = [UInt8](repeating: 1, count: 100_001)
        for answer in try [device.prepare(bytes), device.upload(bytes, fields: fields)] {
            try expectTooLarge(answer)
        }
        #expect(try device.get("/uploads").text == #"{"items":[]}"#)
        #expect(try instance.holdings() == before)
    }

    /// U5: the answer is there although none of the body was sent.
    @Test func `a length over the limit is refused before the first byte`() throws {
        let before = try instance.holdings()
        let answer = try instance.raw(
            """
            PUT /api/v1/uploads/direct/large.mp3 HTTP/1.1\r\nHost: localhost\r\n\
            Authorization: Bearer \(device.token)\r\nContent-Length: 100001\r\n\r\n
            """)
        try expectTooLarge(answer)
        #expect(try instance.holdings() == before)
    }
}
