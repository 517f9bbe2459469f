import VelodyFastCGI
import VelodyHTTP
import VelodyRuntime

/// The threads that serve, as many per lane as configured.
struct LaneThreads: ~Copyable {
    private var threads: [ThreadBox]

    /// Holds a thread, which cannot be copied, in an array.
    private final class ThreadBox {
        private var thread: WorkerThread?

        init(_ thread: consuming WorkerThread) { self.thread = consume thread }

        func join() { thread.take()?.join() }
    }

    static func start(_ server: FastCGIServer, _ settings: ServerSettings) -> LaneThreads {
        let lanes: [(Lane, Int)] = [
            (.api, settings.apiThreads), (.upload, settings.uploadThreads),
            (.ingest, settings.ingestThreads), (.waiter, 1),
        ]
        let threads = lanes.flatMap { lane, count in
            (0..<count).map { _ in
                ThreadBox(WorkerThread.start(lane.rawValue) { server.serve(lane) })
            }
        }
        return LaneThreads(threads: threads)
    }

    /// Waits until every thread has ended.
    consuming func join() {
        for thread in threads { thread.join() }
    }
}
