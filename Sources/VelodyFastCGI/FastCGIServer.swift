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
        /// How many threads will serve the API lane; the last of them to end closes the ingest and
        /// the waiter's lane.
        package var apiThreads: Int
        /// Makes one application in each thread that serves; it may ask the server how busy it is.
        package var makeApplication: @Sendable (FastCGIServer) -> any Application
        /// Makes the bell of the waiter, in its thread.
        package var makeBell: @Sendable () -> any Bell
        /// The answer when a lane that requests are handed over to is full.
        package var busy: @Sendable (Request, Lane) -> Response
        /// Told of each exchange that is over, in the thread that served it.
        package var observe: @Sendable (ExchangeRecord) -> Void

        package init(
            apiSocket: Int32, uploadSocket: Int32, apiThreads: Int,
            makeApplication: @escaping @Sendable (FastCGIServer) -> any Application,
            makeBell: @escaping @Sendable () -> any Bell,
            busy: @escaping @Sendable (Request, Lane) -> Response,
            observe: @escaping @Sendable (ExchangeRecord) -> Void
        ) {
            self.apiSocket = apiSocket
            self.uploadSocket = uploadSocket
            self.apiThreads = apiThreads
            self.makeApplication = makeApplication
            self.makeBell = makeBell
            self.busy = busy
            self.observe = observe
        }
    }

    private let setup: Setup
    private let stopping = Signal()
    private let ingest = HandOver(capacity: 64)
    /// All who may wait may come at once: a thread that many others hand over to is slower than they.
    private let waiting = HandOver(capacity: Waiter.capacity)
    private let apiThreadsLeft: Mutex<Int>
    private let running = RunningExchanges()
    private let (api, upload, ingesting) = (LaneActivity(), LaneActivity(), LaneActivity())
    private let parked = LaneActivity()

    /// Prepares libfcgi.
    ///
    /// Signals are left as they are: the caller must ignore SIGPIPE.
    package init(_ setup: Setup) {
        self.setup = setup
        apiThreadsLeft = Mutex(setup.apiThreads)
        FastCGILibrary.prepare()
    }

    /// Serves one lane in the calling thread until ``stop()``, finishing what it has begun.
    package func serve(_ lane: Lane) {
        let application = setup.makeApplication(self)
        switch lane {
        case .api:
            acceptAll(on: setup.apiSocket, lane: lane, application, running.addPlace())
            let left = apiThreadsLeft.withLock { count in
                count -= 1
                return count
            }
            if left == 0 {
                ingest.close()
                waiting.close()
            }
        case .upload:
            acceptAll(on: setup.uploadSocket, lane: lane, application, running.addPlace())
        case .ingest:
            let place = running.addPlace()
            while let exchange = ingest.take() { work(exchange, lane, application, place) }
        case .waiter:
            park(application)
        }
    }

    /// How busy each lane is at the moment.
    package var loads: [LaneLoad] {
        [
            LaneLoad(lane: .api, busy: api.value, queued: nil),
            LaneLoad(lane: .upload, busy: upload.value, queued: nil),
            LaneLoad(lane: .ingest, busy: ingesting.value, queued: ingest.count),
            LaneLoad(lane: .waiter, busy: 0, queued: waiting.count, parked: parked.value),
        ]
    }

    private func activity(_ lane: Lane) -> LaneActivity {
        switch lane {
        case .api: api
        case .upload: upload
        case .ingest: ingesting
        case .waiter: parked
        }
    }

    /// Serves the waiter's lane: one thread only.
    private func park(_ application: any Application) {
        let waiter = Waiter(
            queue: waiting, stopping: stopping, bell: setup.makeBell(), activity: parked,
            handle: { application.handle($0, on: .waiter) },
            busy: { [setup] in setup.busy($0, .waiter) },
            finish: { exchange, request, response, start in
                self.finish(exchange, request, response, lane: .waiter, since: start)
            })
        waiter.run()
    }

    /// Accepts nothing more; the sockets' backlog is left to the successor.
    package func stop() { stopping.close() }

    /// Asks the requests that still receive bodies to stop; their bytes are kept, and they are answered.
    ///
    /// Whoever is asked again half a second later, and has heard nothing since, is cut off.
    package func interruptBodies() { running.interrupt() }

    private func acceptAll(
        on socket: Int32, lane: Lane, _ application: any Application,
        _ place: RunningExchanges.Place
    ) {
        let watch = ConnectionWatch(on: socket, stop: stopping.descriptor)
        while watch.next() {
            switch Exchange.accept(on: socket) {
            case .accepted(let exchange): work(exchange, lane, application, place)
            case .nothing: continue
            case .refused: watch.pause()
            }
        }
    }

    private func work(
        _ exchange: consuming Exchange, _ lane: Lane, _ application: any Application,
        _ place: RunningExchanges.Place
    ) {
        let start = ContinuousClock.now
        activity(lane).begin()
        defer { activity(lane).end() }
        let request = exchange.request()
        place.set(exchange.connection)
        let outcome = application.handle(request, on: lane)
        // Before it changes hands: the next thread says for itself that it runs.
        place.set(nil)
        switch outcome {
        case .response(let response):
            finish(exchange, request, response, lane: lane, since: start)
        case .handOver(let next):
            if let refused = handOver(exchange, from: lane, to: next) {
                finish(refused, request, setup.busy(request, next), lane: lane, since: start)
            }
        case .wait:
            // The waiter asks again, with its bell able to ring: nothing is missed in between.
            if let refused = handOver(exchange, from: lane, to: .waiter) {
                finish(refused, request, setup.busy(request, .waiter), lane: lane, since: start)
            }
        }
    }

    /// Only the ingest lane and the waiter take over, and nothing is given back to its own lane.
    private func handOver(
        _ exchange: consuming Exchange, from lane: Lane, to next: Lane
    ) -> Exchange? {
        switch next {
        case .ingest where lane != .ingest: return ingest.give(exchange)
        case .waiter where lane == .api: return waiting.give(exchange)
        case .api, .upload, .ingest, .waiter: return exchange
        }
    }

    private func finish(
        _ exchange: consuming Exchange, _ request: Request, _ response: Response, lane: Lane,
        since start: ContinuousClock.Instant
    ) {
        let answer = Answer(response, to: request.method, requestID: request.id)
        let received = exchange.receivedBytes
        let arrived = exchange.send(answer)
        setup.observe(
            ExchangeRecord(
                requestID: request.id, method: request.method, lane: lane,
                status: response.status, bodyBytes: answer.body.count,
                receivedBytes: received, isClientGone: !arrived, duration: start.duration(to: .now),
                facts: response.log))
    }
}
