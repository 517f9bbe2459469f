import FoundationEssentials
import Testing
import VelodyRuntime

/// More uploads to finalize than may wait for the one thread that does it.
@Suite(.instance(environment: ["INGEST_THREADS": "1"])) struct IngestQueueTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private var path: String { "/api/v1/uploads/\(UUID().uuidString.lowercased())/finalize" }

    private func finalizeMany() throws -> ChildProcess {
        let words = [
            "--http1.1", "--silent", "--parallel", "--parallel-immediate", "--parallel-max", "80",
            "--cacert", instance.certificate, "--noproxy", "*", "--request", "POST",
            "--header", "Authorization: Bearer \(device.token)",
        ]
        let nothing = try OwnedDescriptor.appending(to: "/dev/null")
        var command = Command("curl", words + (0..<80).map { _ in instance.url + path })
        command.descriptors = [1: nothing.number, 2: nothing.number]
        return try command.spawn()
    }

    @Test func `beyond the queue finalize is 503, and a stranger gets no further than 401`() throws
    {
        // Every finalize waits for its session, for as long as it takes here.
        let sessions = try HeldLock(ofTable: "upload_sessions", on: instance)
        var crowd = try finalizeMany()
        defer {
            crowd.kill()
            sessions.release()
            _ = crowd.wait()
        }
        let refused = try instance.eventually(within: 120) { () -> HTTPAnswer? in
            let answer = try? instance.http(
                "POST", path, token: device.token, options: ["--max-time", "1"])
            return answer?.text.contains("Too many files are being looked into") == true
                ? answer : nil
        }
        #expect(refused?.status == 503)
        #expect(refused?.value("retry-after") == "5")
        #expect(refused?.value("cache-control") == "no-store")
        let code = try refused?.decode(TestDevice.Problem.self).code
        #expect(code == "unavailable")
        let stranger = try instance.http("POST", path, options: ["--max-time", "5"])
        #expect(stranger.status == 401)
    }
}
