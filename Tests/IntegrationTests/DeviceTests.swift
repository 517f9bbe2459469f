import FoundationEssentials
import Testing
import VelodyTesting

/// Devices and their tokens.
@Suite(.instance) struct DeviceTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    private func register(_ json: String, secret: String? = nil) throws -> HTTPAnswer {
        try instance.http(
            "POST", "/api/v1/devices/register", token: secret ?? instance.bootstrapSecret,
            fields: ["Content-Type: application/json"], body: Array(json.utf8))
    }

    @Test func `a known installation keeps its device and gets a new token`() throws {
        struct Registered: Decodable {
            struct Device: Decodable {
                let id: String
                let revokedAt: String?
            }
            let device: Device
            let token: String
        }
        let body = #"""
            {"platform":"linux","deviceName":"Study","appVersion":"1",
             "installationId":"7d0f4b62-70d5-4c5a-8b2c-2f6b6d1f0a11"}
            """#
        let first = try register(body)
        #expect(first.status == 201)
        let one = try first.decode(Registered.self)
        #expect(
            try instance.http("DELETE", "/api/v1/devices/\(one.device.id)", token: one.token)
                .status == 204)
        let second = try register(body)
        #expect(second.status == 200)
        let two = try second.decode(Registered.self)
        #expect(two.device.id == one.device.id)
        #expect(two.device.revokedAt == nil)
        #expect(try instance.http("GET", "/api/v1/devices", token: one.token).status == 401)
        #expect(try instance.http("GET", "/api/v1/devices", token: two.token).status == 200)
    }

    /// PU13.
    @Test func `an upload goes on at its offset under the token that replaced its first one`()
        throws
    {
        struct Registered: Decodable { let token: String }
        let body = #"""
            {"platform":"ios","deviceName":"Phone","appVersion":"1",
             "installationId":"7d0f4b62-70d5-4c5a-8b2c-2f6b6d1f0a22"}
            """#
        let bytes = SongFixture(title: "Renewed", seed: 16_000, frameCount: 100).bytes
        let old = try TestDevice(
            on: instance, token: register(body).decode(Registered.self).token)
        let id = try old.open(bytes)
        #expect(try old.patch(id, Array(bytes[..<5_000]), at: 0).status == 204)
        let new = try TestDevice(
            on: instance, token: register(body).decode(Registered.self).token)
        #expect(try old.patch(id, Array(bytes[5_000...]), at: 5_000).status == 401)
        #expect(try new.head("/uploads/\(id)").value("upload-offset") == "5000")
        #expect(try new.patch(id, Array(bytes[5_000...]), at: 5_000).status == 204)
        #expect(try new.post("/uploads/\(id)/finalize").status == 201)
    }

    /// X9.
    @Test func `a revoked token is dead at once, and revoking again is 204`() throws {
        let owner = try TestDevice(on: instance)
        let lost = try TestDevice(on: instance)
        #expect(try owner.delete("/devices/\(lost.id)").status == 204)
        #expect(try owner.delete("/devices/\(lost.id)").status == 204)
        #expect(try lost.get("/tracks").status == 401)
        let unknown = "00000000-0000-4000-8000-000000000000"
        #expect(try owner.delete("/devices/\(unknown)").status == 404)
        #expect(try owner.get("/devices").text.contains(lost.id))
    }

    @Test func `a heartbeat tells the time, the epoch and the newest event`() throws {
        let device = try TestDevice(on: instance)
        let answer = try device.post("/devices/heartbeat", #"{"appVersion":"2"}"#)
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""appVersion":"2""#))
        #expect(answer.text.contains(#""epoch":""#))
        #expect(try device.post("/devices/heartbeat").status == 200)
    }

    @Test func `a wrong secret, a device's token and none are 401`() throws {
        let device = try TestDevice(on: instance)
        for secret in ["wrong", device.token, ""] {
            #expect(try register("{}", secret: secret).status == 401)
        }
    }

    @Test func `every mistake of a body is named`() throws {
        let answer = try register(
            #"{"platform":"toaster","deviceName":" ","appVersion":"1","installationId":"x"}"#)
        #expect(answer.status == 400)
        let problem = try answer.decode(TestDevice.Problem.self)
        #expect(problem.code == "invalid-request")
        #expect(
            problem.errors?.compactMap(\.pointer)
                == ["/platform", "/deviceName", "/installationId"])
    }

    @Test(arguments: [
        (#"{}"#, ["/platform", "/deviceName", "/appVersion"]),
        (
            #"{"platform":5,"appVersion":null,"installationId":[]}"#,
            ["/platform", "/deviceName", "/appVersion", "/installationId"]
        ),
    ])
    func `all members that are missing or of a wrong type are named at once`(
        body: String, pointers: [String]
    ) throws {
        let answer = try register(body)
        #expect(answer.status == 400)
        let problem = try answer.decode(TestDevice.Problem.self)
        #expect(problem.code == "invalid-request")
        #expect(problem.errors?.compactMap(\.pointer) == pointers)
    }

    @Test func `tokens are stored only as digests`() throws {
        let device = try TestDevice(on: instance)
        let dump = try instance.sql("SELECT d::text FROM devices d")
        #expect(!dump.contains(device.token))
    }

    @Test func `health needs no token and tells details only to a device`() throws {
        let device = try TestDevice(on: instance)
        let open = try instance.http("GET", "/api/v1/health")
        #expect(open.status == 200)
        #expect(open.text.contains(#""detail":null"#))
        #expect(!(try device.get("/health").text.contains(#""detail":null"#)))
    }

    @Test func `nothing of a secret is logged`() throws {
        let device = try TestDevice(on: instance)
        _ = try device.get("/tracks?limit=5")
        for name in ["velody-server", "nginx", "postgres"] {
            let log = instance.log(of: name)
            #expect(!log.contains(device.token))
            #expect(!log.contains(instance.bootstrapSecret))
        }
    }
}
