import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// The server is replaced while clients are at work.
@Suite(.instance) struct RestartTests {
    /// A client that works, on a thread of its own, until it is told to end.
    ///
    /// Not a task: those share two threads, which the test's own waiting takes.
    private final class Client: Sendable {
        private struct State: ~Copyable {
            var thread: WorkerThread?
            var isEnding = false
            var statuses: [Int] = []
        }

        private let state = Mutex(State())

        init(_ request: @escaping @Sendable () throws -> Int) {
            state.withLock { $0.thread = WorkerThread.start { [self] in work(request) } }
        }

        private func work(_ request: () throws -> Int) {
            while state.withLock({ !$0.isEnding }) {
                let status = (try? request()) ?? 0
                state.withLock { $0.statuses.append(status) }
            }
        }

        /// The status of each of its requests, 0 where none came.
        func end() -> [Int] {
            state.withLock { $0.isEnding = true }
            state.withLock { $0.thread.take() }?.join()
            return state.withLock { $0.statuses }
        }
    }

    private let instance: RunningInstance
    private let device: TestDevice

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
    @Test func `restarts under load lose no request`() throws {
        let song = LongSong(title: "Restart", minimumSize: 600_000, seed: 5)
        let bytes = song.bytes(0..<song.size)
        let track = try device.track(bytes)
        let readers = (0..<2).map { _ in Client { try device.get("/tracks/\(track)").status } }
        let uploaders = (0..<3).map { _ in Client { try slowUpload(bytes) } }
        let restarts = Result { for _ in 0..<3 { try restart() } }
        for client in readers + uploaders {
            let statuses = client.end()
            #expect(!statuses.isEmpty && statuses.allSatisfy { $0 == 200 }, "\(statuses)")
        }
        try restarts.get()
    }
}
