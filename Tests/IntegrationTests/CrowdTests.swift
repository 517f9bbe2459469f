import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// Many clients at once, and more than are let in.
///
/// Six upload threads: nginx lets two less through at once.
@Suite(
    .serialized,
    .instance(environment: ["UPLOAD_THREADS": "6", "MAX_UPLOAD_SIZE_BYTES": "100000"]))
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

    @Test func `the fifth upload at once is 503, and everything else goes on`() throws {
        let songs = (1...5).map { song($0) }
        let ids = try songs.map { try device.open($0) }
        let running = try zip(ids, songs).prefix(4).map { id, bytes in
            try device.stalledPatch(id, Array(bytes[..<1_000]), of: bytes.count)
        }
        for version in RunningInstance.Version.allCases {
            let answer = try device.patch(ids[4], songs[4], at: 0, version: version)
            try expectBusy(answer, 503, "unavailable")
        }
        try expectBusy(try device.upload(songs[4]), 503, "unavailable")
        for id in ids { #expect(try device.get("/uploads/\(id)").status == 200) }
        #expect(try device.get("/tracks").status == 200)
        for client in running { _ = client.end() }
        let accepted = try instance.eventually { () -> Bool? in
            try device.patch(ids[4], songs[4], at: 0).status == 204 ? true : nil
        }
        #expect(accepted == true)
        #expect(try device.head("/uploads/\(ids[0])").value("upload-offset") == "1000")
    }

    /// U5, PU3.
    @Test(arguments: [[], ["Transfer-Encoding: chunked"]])
    func `a file over the limit is told the limit and leaves nothing`(fields: [String]) throws {
        let bytes = [UInt8](repeating: 1, count: 100_001)
        for answer in try [device.prepare(bytes), device.upload(bytes, fields: fields)] {
            #expect(answer.status == 413)
            let problem = try answer.decode(TestDevice.Problem.self)
            #expect(problem.code == "upload-too-large")
            #expect(problem.maxBytes == 100_000)
        }
        #expect(try device.get("/uploads").text == #"{"items":[]}"#)
    }

    /// The last of the suite, for the others register devices.
    @Test func `too many registrations from one address are 429 for a while`() throws {
        let register = {
            try instance.http(
                "POST", "/api/v1/devices/register", token: "guess",
                fields: ["Content-Type: application/json"], body: Array("{}".utf8))
        }
        var refused: HTTPAnswer?
        for _ in 0..<200 where refused == nil {
            let answer = try register()
            if answer.status == 429 { refused = answer } else { #expect(answer.status == 401) }
        }
        try expectBusy(try #require(refused), 429, "rate-limited")
        // Only registration is limited, and only for a while.
        #expect(try device.get("/devices").status == 200)
        #expect(try instance.eventually { try register().status == 401 ? true : nil } == true)
    }
}
