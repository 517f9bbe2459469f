import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// The server is replaced while clients are at work.
@Suite(.instance) struct RestartTests {
    /// Told to clients that work until the last restart is over.
    private final class Ending: Sendable {
        private let isReached = Mutex(false)

        var hasCome: Bool { isReached.withLock { $0 } }

        func come() { isReached.withLock { $0 = true } }
    }

    private let instance: RunningInstance
    private let device: TestDevice
    private let ending = Ending()

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    /// Two seconds or so long, so that each restart meets one.
    private func slowUpload(_ bytes: [UInt8]) throws -> Int {
        try instance.withFile(bytes) { path in
            try instance.http(
                "PUT", "/api/v1/uploads/direct/x.mp3", token: device.token, version: .http1,
                options: ["--upload-file", path, "--limit-rate", "300K"]
            ).status
        }
    }

    private func untilTheEnd(_ request: () throws -> Int) throws -> [Int] {
        var statuses: [Int] = []
        while !ending.hasCome { statuses.append(try request()) }
        return statuses
    }

    /// Replaces the server, and waits until the old one is gone too.
    private func restart() throws {
        let before = instance.pids()["velody-server"]
        #expect(try instance.perform("restart").status == .exited(0))
        #expect(instance.pids()["velody-server"] != before)
        let isAlone = try instance.eventually {
            try instance.perform("status").text.contains("stopping") ? nil : true
        }
        #expect(isAlone == true)
    }

    /// L2.
    @Test func `restarts under load lose no request`() async throws {
        let song = LongSong(title: "Restart", minimumSize: 600_000, seed: 5)
        let bytes = song.bytes(0..<song.size)
        let track = try device.track(bytes)
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<2 {
                group.addTask { try untilTheEnd { try device.get("/tracks/\(track)").status } }
                group.addTask { try untilTheEnd { try slowUpload(bytes) } }
            }
            defer { ending.come() }
            for _ in 0..<3 { try restart() }
            ending.come()
            for try await statuses in group {
                #expect(statuses.allSatisfy { $0 == 200 }, "\(statuses)")
            }
        }
    }
}
