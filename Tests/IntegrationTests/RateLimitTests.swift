import FoundationEssentials
import Testing
import VelodyRuntime

/// What clients meet that come too often, layer by layer.
///
/// Rates are as low as they can be, so that a slow machine gives nothing back meanwhile.
@Suite(
    .serialized,
    .instance(environment: [
        "STRANGERS_PER_MINUTE": "6", "DEVICE_RATE": "1", "DEVICE_BURST": "40",
        "OVERALL_RATE": "1000",
    ]))
struct RateLimitTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    private func device() throws -> TestDevice {
        // The operator registers from the machine itself, whatever the network may do.
        let added = try instance.admin("devices", "add", "limited", "--json")
        struct Added: Decodable {
            let id: String
            let token: String
        }
        let line = added.text.split(separator: "\n").first ?? ""
        let device = try JSONDecoder().decode(Added.self, from: Data(line.utf8))
        return TestDevice(of: instance, token: device.token, id: device.id)
    }

    private func expectLimited(_ answer: HTTPAnswer) throws {
        #expect(answer.status == 429, "\(answer.text)")
        #expect(answer.value("content-type") == "application/problem+json")
        #expect(answer.value("cache-control") == "no-store")
        #expect(answer.value("x-request-id") != nil)
        #expect(try answer.decode(TestDevice.Problem.self).code == "rate-limited")
        #expect(try #require(answer.value("retry-after").flatMap { Int($0) }) > 0)
    }

    /// The server has a limit of its own behind, and other words for it.
    private func expectByNginx(_ answer: HTTPAnswer) {
        #expect(answer.text.contains("Try again a little later."), "\(answer.text)")
    }

    /// Asks until it is refused for coming too often; before that with 401.
    private func exhaust(_ ask: () throws -> HTTPAnswer) throws -> (HTTPAnswer, before: Int) {
        for count in 0..<60 {
            let answer = try ask()
            if answer.status == 429 { return (answer, count) }
            #expect(answer.status == 401)
        }
        return (try ask(), 60)
    }

    /// A token as good as any other, for who does not look it up.
    private func madeUp(_ number: Int) -> String {
        "vld_" + String(repeating: "A", count: 37) + String(100_000 + number)
    }

    /// What `curl` needs to come from an address of its own: budgets are kept by address.
    private func from(_ number: Int) -> [String] { ["--interface", "127.0.0.\(number)"] }

    /// Also who knows the secret: it is no device's token.
    @Test func `who registers, or brings no token, is limited by address, others there are not`()
        throws
    {
        let device = try device()
        let register = {
            try instance.http(
                "POST", "/api/v1/devices/register", token: "guess",
                fields: ["Content-Type: application/json"], body: Array("{}".utf8),
                options: from(2))
        }
        let (refused, before) = try exhaust(register)
        try expectLimited(refused)
        expectByNginx(refused)
        #expect(before >= 6)
        for version in RunningInstance.Version.allCases {
            let list = try instance.http(
                "GET", "/api/v1/tracks", version: version, options: from(2))
            try expectLimited(list)
            let upload = try instance.http(
                "PUT", "/api/v1/uploads/direct/x", body: [1, 2, 3], version: version,
                options: from(2))
            try expectLimited(upload)
        }
        #expect(try device.get("/tracks").status == 200)
        #expect(try instance.http("GET", "/api/v1/health").status == 200)
        #expect(try instance.http("GET", "/api/v1/openapi.yaml").status == 200)
        #expect(try instance.eventually { try register().status == 401 ? true : nil } == true)
    }

    /// Each is another key of the limit by device; also of an upload, of which nginx asks first.
    @Test func `made-up tokens evade nothing`() throws {
        let device = try device()
        var number = 0
        func next() -> String {
            number += 1
            return madeUp(number)
        }
        let (refused, before) = try exhaust {
            try instance.http("GET", "/api/v1/tracks", token: next(), options: from(3))
        }
        try expectLimited(refused)
        #expect(before >= 6)
        for (method, path) in [
            ("PUT", "/api/v1/uploads/direct/x"),
            ("PATCH", "/api/v1/uploads/00000000-0000-4000-8000-000000000000"),
            ("POST", "/api/v1/uploads/00000000-0000-4000-8000-000000000000/finalize"),
        ] {
            let answer = try instance.http(
                method, path, token: next(), body: [1, 2, 3], options: from(3))
            try expectLimited(answer)
        }
        #expect(try device.get("/tracks").status == 200)
        let back = try instance.eventually { () throws -> Bool? in
            let answer = try instance.http(
                "GET", "/api/v1/tracks", token: next(), options: from(3))
            return answer.status == 401 ? true : nil
        }
        #expect(back == true)
    }

    /// Whoever has one IPv6 address has 2^64 of them.
    @Test func `a network of IPv6 is one stranger, and each address of IPv4 is another`() throws {
        let site = try ProductionSite(beside: instance)
        func ask(_ address: String) throws -> HTTPAnswer {
            try instance.http(
                "GET", site.url + "/api/v1/tracks",
                fields: ["\(ProductionSite.clientField): \(address)"])
        }
        var number = 0
        let (refused, before) = try exhaust {
            number += 1
            return try ask("2001:db8:0:7:\(number)::1")
        }
        #expect(before >= 6 && before < 60)
        expectByNginx(refused)
        #expect(try ask("2001:db8:0:8:1::1").status == 401)
        #expect(try exhaust { try ask("::ffff:203.0.113.9") }.before >= 6)
        for other in ["203.0.113.10", "::ffff:203.0.113.11"] {
            #expect(try ask(other).status == 401)
        }
    }

    @Test func `a device may burst, then it is limited, and other devices are not`() throws {
        let (device, other) = (try device(), try device())
        let answers = try instance.burst(80, "/api/v1/devices", token: device.token)
        #expect(answers.count == 80)
        #expect(answers.prefix(41).allSatisfy { $0 == "200" })
        #expect(answers.contains("429"))
        #expect(Set(answers) == ["200", "429"])
        // One a second is let in: not each of these can be it.
        let uploads = try (0..<10).map { _ in try device.upload([1, 2, 3]) }
        try expectLimited(try #require(uploads.first { $0.status == 429 }))
        #expect(try other.get("/devices").status == 200)
        let back = try instance.eventually { try device.get("/devices").status == 200 ? true : nil }
        #expect(back == true)
    }
}
