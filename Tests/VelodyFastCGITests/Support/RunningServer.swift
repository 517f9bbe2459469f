import Glibc
import Synchronization
import VelodyFastCGI
import VelodyHTTP
import VelodyRuntime

/// A server in this process, on two sockets.
final class RunningServer: Sendable {
    /// How many threads serve each lane.
    struct Threads {
        var api = 2
        var upload = 2
        var ingest = 1
    }

    private final class Thread: Sendable {
        private let thread: Mutex<WorkerThread?>

        init(_ thread: consuming WorkerThread) {
            self.thread = Mutex(Optional(thread))
        }

        func join() { thread.withLock { $0.take() }?.join() }
    }

    private final class Records: Sendable {
        let all = Mutex<[ExchangeRecord]>([])
    }

    private let server: FastCGIServer
    private let threads: [Thread]
    private let observed = Records()

    /// Serves every lane with applications made by `makeApplication`.
    init(
        on sockets: ServerSockets, threads: Threads = Threads(), rope: BellRope,
        makeApplication: @escaping @Sendable () -> any Application
    ) {
        signal(SIGPIPE, SIG_IGN)
        let server = FastCGIServer(
            FastCGIServer.Setup(
                apiSocket: sockets.api, uploadSocket: sockets.upload, apiThreads: threads.api,
                makeApplication: { _ in makeApplication() },
                makeBell: { HandBell(rope) },
                busy: { _, _ in .text("busy", status: 503) },
                observe: { [observed] record in observed.all.withLock { $0.append(record) } }))
        self.server = server
        let lanes: [(Lane, Int)] = [
            (.api, threads.api), (.upload, threads.upload), (.ingest, threads.ingest),
            (.waiter, 1),
        ]
        self.threads = lanes.flatMap { lane, count in
            (0..<count).map { _ in Thread(WorkerThread.start { server.serve(lane) }) }
        }
    }

    deinit { stop() }

    /// What was observed so far.
    var records: [ExchangeRecord] { observed.all.withLock { $0 } }

    /// Accepts nothing more, without waiting.
    func beginToStop() { server.stop() }

    /// As the grace's thread does, which comes again.
    func cutBodies() {
        server.interruptBodies()
        usleep(500_000)
        server.interruptBodies()
    }

    /// Accepts nothing more, and waits until what runs is finished.
    func stop() {
        server.stop()
        for thread in threads { thread.join() }
    }

    /// Waits until `condition` holds; false after half a minute.
    static func eventually(_ condition: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < end {
            if condition() { return true }
            ProcessEvents.pause(milliseconds: 2)
        }
        return condition()
    }
}
