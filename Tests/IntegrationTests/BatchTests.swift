import Glibc
import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// Many songs from many clients, while the server dies again and again.
@Suite(.instance) struct BatchTests {
    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    /// What the clients came to.
    private final class Outcome: Sendable {
        private let state = Mutex<(done: Int, failures: [String])>((0, []))

        func note(_ result: Result<Int, any Error>) {
            state.withLock { state in
                switch result {
                case .success(let count): state.done += count
                case .failure(let error): state.failures.append("\(error)")
                }
            }
        }

        var done: Int { state.withLock { $0.done } }
        var failures: [String] { state.withLock { $0.failures } }
    }

    /// Brings songs into the library, one after the other, and never gives up.
    private static func upload(_ device: TestDevice, _ seeds: Range<UInt64>) throws -> Int {
        for seed in seeds {
            var client = CrashClient(
                device, SongFixture(title: "Batch \(seed)", seed: seed, frameCount: 100).bytes)
            let answer = try client.goOn()
            guard [200, 201].contains(answer.status) else {
                throw CrashClient.Broken(what: answer.text)
            }
        }
        return seeds.count
    }

    /// PU4: a client does no more than docs/examples/upload.sh does.
    @Test func `eight clients bring all their songs in, though the server is killed meanwhile`()
        throws
    {
        let outcome = Outcome()
        let devices = try (0..<8).map { _ in try TestDevice(on: instance) }
        let clients = devices.enumerated().map { number, device in
            let first = UInt64(15_000 + number * 100)
            return Client { outcome.note(Result { try Self.upload(device, first..<first + 5) }) }
        }
        for _ in 0..<4 {
            let pid = try #require(try instance.eventually { instance.pids()["velody-server"] })
            ProcessEvents.pause(milliseconds: 300)
            kill(pid, SIGKILL)
            _ = try instance.eventually { instance.pids()["velody-server"] == pid ? nil : true }
        }
        for client in clients { client.join() }
        #expect(outcome.failures == [])
        #expect(outcome.done == 40)
        #expect(
            try instance.sql(
                """
                SELECT count(*), count(DISTINCT entity_id) FROM library_events
                WHERE action = 'create'
                """) == "40|40\n")
        #expect(try LibraryState(instance).problems() == [])
    }

    /// Holds a thread, which cannot be copied, in an array.
    private final class Client {
        private var thread: WorkerThread?

        init(_ body: @escaping @Sendable () -> Void) { thread = WorkerThread.start("client", body) }

        func join() { thread.take()?.join() }
    }
}
