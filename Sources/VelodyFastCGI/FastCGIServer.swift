import CFastCGI
import Glibc
import Synchronization
package import VelodyHTTP

/// Accepts requests on the inherited sockets and has applications answer them.
///
/// Thread safe. It makes no threads: each of the caller's threads serves one lane until it ends.
package final class FastCGIServer: Sendable {
    /// What the server is made of.
    package struct Setup: Sendable {
        /// The listening, non-blocking socket of each lane that has one.
        package var apiSocket: Int32
        package var uploadSocket: Int32
        /// How many threads will serve the API lane; the last of them to end closes the ingest lane.
        package var apiThreads: Int
        /// Makes one application in each thread that serves.
        package var makeApplication: @Sendable () -> any Application
        /// The answer when the ingest lane is full.
        package var busy: @Sendable (Request) -> Response
        /// Told of each exchange that is over, in the thread that served it.
        package var observe: @Sendable (ExchangeRecord) -> Void

        package init(
            apiSocket: Int32, uploadSocket: Int32, apiThreads: Int,
            makeApplication: @escaping @Sendable () -> any Application,
            busy: @escaping @Sendable (Request) -> Response,
            observe: @escaping @Sendable (ExchangeRecord) -> Void
        ) {
            self.apiSocket = apiSocket
            self.uploadSocket = uploadSocket
            self.apiThreads = apiThreads
            self.makeApplication = makeApplication
            self.busy = busy
            self.observe = observe
        }
    }

    private let setup: Setup
    private let stopping = Signal()
    private let ingest = HandOver()
    private let apiThreadsLeft: Mutex<Int>
    private let running = Mutex<[ObjectIdentifier: ConnectionInterrupter]>([:])

    /// Initialises libfcgi, which installs signal handlers: the caller installs its own afterwards.
    package init(_ setup: Setup) {
        self.setup = setup
        apiThreadsLeft = Mutex(setup.apiThreads)
        FCGX_Init()
    }

    /// Serves one lane in the calling thread until ``stop()``, finishing what it has begun.
    package func serve(_ lane: Lane) {
        let application = setup.makeApplication()
        switch lane {
        case .api:
            acceptAll(on: setup.apiSocket, lane: lane, application)
            let left = apiThreadsLeft.withLock { count in
                count -= 1
                return count
            }
            if left == 0 { ingest.close() }
        case .upload:
            acceptAll(on: setup.uploadSocket, lane: lane, application)
        case .ingest:
            while let exchange = ingest.take() { work(exchange, lane, application) }
        }
    }

    /// Accepts nothing more; the sockets' backlog is left to the successor.
    package func stop() { stopping.close() }

    /// Cuts the bodies of the requests that still run; their bytes are kept, and they are answered.
    package func interruptBodies() {
        for connection in running.withLock({ Array($0.values) }) { connection.interrupt() }
    }

    private func acceptAll(on socket: Int32, lane: Lane, _ application: any Application) {
        while waitForConnection(on: socket) {
            // Several threads wake for one connection: those that come late go back to waiting.
            guard let exchange = Exchange.accept(on: socket) else { continue }
            work(exchange, lane, application)
        }
    }

    /// Waits until a connection is there; false when it is time to stop.
    private func waitForConnection(on socket: Int32) -> Bool {
        while true {
            var watched = [
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&watched, 2, -1) > 0 else { continue }
            if watched[1].revents != 0 { return false }
            if watched[0].revents != 0 { return true }
        }
    }

    private func work(
        _ exchange: consuming Exchange, _ lane: Lane, _ application: any Application
    ) {
        let start = ContinuousClock.now
        let request = exchange.request()
        let connection = exchange.connection
        running.withLock { $0[ObjectIdentifier(connection)] = connection }
        defer { _ = running.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) } }
        switch application.handle(request, on: lane) {
        case .response(let response):
            finish(exchange, request, response, lane: lane, since: start)
        case .handOver:
            if let refused = ingest.give(exchange) {
                finish(refused, request, setup.busy(request), lane: lane, since: start)
            }
        }
    }

    private func finish(
        _ exchange: consuming Exchange, _ request: Request, _ response: Response, lane: Lane,
        since start: ContinuousClock.Instant
    ) {
        let arrived = exchange.send(response, to: request.method)
        setup.observe(
            ExchangeRecord(
                requestID: request.id, method: request.method, lane: lane,
                status: response.status, bodyBytes: response.body.count,
                isClientGone: !arrived, duration: start.duration(to: .now), facts: response.log))
    }
}
