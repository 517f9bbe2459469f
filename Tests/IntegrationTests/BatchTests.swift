import FoundationEssentials
import Glibc
import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// Many songs from many clients, while the server dies again and again.
@Suite(.instance) struct BatchTests {
    private let instance: RunningInstance

    /// Of each of eight clients; `BATCH_SONGS` says how many all have.
    private let songs: Int

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        let all = ProcessInfo.processInfo.environment["BATCH_SONGS"].flatMap { Int($0) } ?? 40
        songs = all / 8
    }

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
    private static func upload(_ device: TestDevice, _ seeds: Range<Int>) throws -> Int {
        for seed in seeds {
            var client = CrashClient(
                device,
                SongFixture(title: "Batch \(seed)", seed: UInt64(seed), frameCount: 100).bytes)
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
            let first = 15_000 + number * songs
            let seeds = first..<first + songs
            return Client { outcome.note(Result { try Self.upload(device, seeds) }) }
        }
        // A death spoils what all eight are asking: more than one request of twenty.
        for _ in 0..<max(4, songs * 8 / 20) {
            let pid = try #require(try instance.eventually { instance.pids()["velody-server"] })
            ProcessEvents.pause(milliseconds: 300)
            kill(pid, SIGKILL)
            _ = try instance.eventually { instance.pids()["velody-server"] == pid ? nil : true }
        }
        for client in clients { client.join() }
        #expect(outcome.failures == [])
        #expect(outcome.done == songs * 8)
        #expect(
            try instance.sql(
                """
                SELECT count(*), count(DISTINCT entity_id) FROM library_events
                WHERE action = 'create'
                """) == "\(songs * 8)|\(songs * 8)\n")
        #expect(try LibraryState(instance).problems() == [])
    }

    /// Holds a thread, which cannot be copied, in an array.
    private final class Client {
        private var thread: WorkerThread?

        init(_ body: @escaping @Sendable () -> Void) { thread = WorkerThread.start("client", body) }

        func join() { thread.take()?.join() }
    }
}
