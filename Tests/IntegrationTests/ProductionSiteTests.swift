import FoundationEssentials
import Testing
import VelodyTesting

/// What only a public site has, and what every answer says of itself.
@Suite(.instance) struct ProductionSiteTests {
    private let instance: RunningInstance
    private let device: TestDevice
    private let site: ProductionSite

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        site = try ProductionSite(beside: instance)
    }

    private func expectGuarded(_ answer: HTTPAnswer, _ status: Int, _ what: String) {
        #expect(answer.status == status, "\(what)")
        #expect(answer.value("x-content-type-options") == "nosniff", "\(what)")
        #expect(answer.value("strict-transport-security") == "max-age=63072000", "\(what)")
        let policy = answer.value("content-security-policy")
        #expect(policy?.hasPrefix("default-src 'none'; ") == true, "\(what)")
        #expect(answer.value("server") == "nginx", "\(what)")
        #expect(answer.value("x-request-id") != nil, "\(what)")
        #expect(
            !answer.fields.contains { $0.name.hasPrefix("x-velody") || $0.name == "x-powered-by" })
    }

    /// N11.
    @Test(arguments: RunningInstance.Version.allCases)
    func `every kind of answer is guarded, and names no version`(
        version: RunningInstance.Version
    ) throws {
        let track = try device.track(SongFixture(title: "Guarded", seed: 7_300).bytes)
        let file = "/api/v1/tracks/\(track)/file"
        let kinds: [(method: String, path: String, fields: [String], status: Int)] = [
            ("GET", "/api/v1/tracks", [], 200), ("HEAD", file, [], 200), ("GET", file, [], 200),
            ("GET", file, ["Range: bytes=0-1"], 206),
            ("GET", file, ["Range: bytes=99999999-"], 416),
            ("GET", file, ["If-Match: \"x\""], 412), ("GET", file, ["If-None-Match: *"], 304),
            ("GET", "/api/v1/openapi.yaml", [], 200), ("GET", "/api/v1/health", [], 200),
            ("GET", "/metrics", [], 200), ("GET", "/api/v1/sync/changes?after=0", [], 200),
            ("GET", "/api/v1/nothing", [], 404), ("GET", "/nothing", [], 404),
            ("GET", "/_problem/missing", [], 404), ("TRACE", "/api/v1/health", [], 405),
            ("PUT", "/api/v1/uploads/direct/x", [], 400),
        ]
        for kind in kinds {
            let answer = try instance.http(
                kind.method, site.url + kind.path, token: device.token, fields: kind.fields,
                version: version)
            expectGuarded(answer, kind.status, "\(kind.method) \(kind.path) \(kind.fields)")
        }
        let stranger = try instance.http("GET", site.url + file, version: version)
        expectGuarded(stranger, 401, "a stranger")
        let large = try instance.http(
            "POST", site.url + "/api/v1/tracks", body: [UInt8](repeating: 0x20, count: 1_048_577),
            version: version)
        expectGuarded(large, 413, "a large body")
        #expect(try large.decode(TestDevice.Problem.self).code == "payload-too-large")
    }

    /// N11.
    ///
    /// A browser drops the field where it came without TLS, and must (RFC 6797, 7.2).
    @Test func `port 80 leads to https, and promises nothing`() throws {
        let answer = try instance.http("GET", site.plainURL + "/api/v1/tracks?q=a%20b")
        #expect(answer.status == 308)
        #expect(answer.value("location") == "https://localhost/api/v1/tracks?q=a%20b")
        #expect(answer.value("strict-transport-security") == nil)
        #expect(answer.value("server") == "nginx")
        let post = try instance.http("POST", site.plainURL + "/api/v1/devices/register")
        #expect(post.status == 308)
    }

    /// N11.
    @Test func `port 80 leads to no other host, whatever the request names`() throws {
        for host in ["evil.example", "evil.example:81", "localhost.evil.example"] {
            let answer = try instance.http(
                "GET", site.plainURL + "//evil.example/x", fields: ["Host: \(host)"])
            #expect(answer.status == 308)
            #expect(answer.value("location") == "https://localhost//evil.example/x")
        }
    }

    /// N11.
    @Test func `port 80 serves what a certificate is got with, and nothing beside it`() throws {
        try site.writeChallenge("token", "its answer")
        let path = "/.well-known/acme-challenge/"
        #expect(try instance.http("GET", site.plainURL + path + "token").text == "its answer")
        #expect(try instance.http("GET", site.plainURL + path + "other").status == 404)
        #expect(try instance.http("GET", site.plainURL + path + "../../nginx.conf").status != 200)
    }

    /// N11.
    @Test func `a private instance makes no promise for two years`() throws {
        let answer = try instance.http("GET", "/api/v1/health")
        #expect(answer.status == 200 && answer.values("strict-transport-security") == [])
    }
}
