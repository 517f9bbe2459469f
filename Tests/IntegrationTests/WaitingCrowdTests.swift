import Glibc
import Testing
import VelodyTesting

/// As many devices as may wait, and one more, through the whole server.
@Suite(.instance, .serialized) struct WaitingCrowdTests {
    private static let places = 256

    private let instance: RunningInstance
    private let device: TestDevice
    private let track: String
    private let newest: Int64

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        track = try device.track(SongFixture(title: "Crowd", seed: 9_900, frameCount: 60).bytes)
        newest = try #require(try device.lastEventID())
    }

    /// Lets one more wait than may; each of them says how it was answered, as soon as it is.
    private func crowd() throws -> Dialogue {
        let words = [
            "--http1.1", "--silent", "--parallel", "--parallel-immediate", "--parallel-max", "300",
            "--cacert", instance.certificate, "--noproxy", "*", "--max-time", "60", "--header",
            "Authorization: Bearer \(device.token)", "--write-out",
            "%{http_code} %{content_type} %header{retry-after}\\n",
        ]
        let address = "\(instance.url)/api/v1/sync/changes?after=\(newest)&wait=25"
        let targets = (0...Self.places).flatMap { _ in ["--output", "/dev/null", address] }
        return try Dialogue("curl", words + targets)
    }

    /// S18.
    @Test func `256 wait, the next is told to come later, and a commit answers them all`() throws {
        let crowd = try crowd()
        let refused = try crowd.hear().split(separator: " ")
        #expect(refused.prefix(2) == ["503", "application/problem+json"])
        #expect(try #require(refused.dropFirst(2).first.flatMap { Int($0) }) > 0)
        // Who does not wait is served meanwhile.
        #expect(try device.get("/sync/changes?after=\(newest)").status == 200)
        _ = try instance.sql("UPDATE tracks SET title = 'heard by all' WHERE id = '\(track)'")
        for _ in 0..<Self.places { #expect(try crowd.hear().hasPrefix("200 application/json")) }
    }

    /// S18.
    @Test func `clients that go leave their places to others`() throws {
        let crowd = try crowd()
        #expect(try crowd.hear().hasPrefix("503 "))
        crowd.kill()
        let served = try instance.eventually {
            try device.get("/sync/changes?after=\(newest)&wait=1").status == 200 ? true : nil
        }
        #expect(served == true)
    }
}
