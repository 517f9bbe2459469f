import Glibc
import VelodyHTTP

/// Parks requests until there is news for them, their time is up, or their client goes.
///
/// Confined to one thread. A request is looked at when it comes, after the bell can ring: what was
/// committed before is seen then, and what is committed later rings.
final class Waiter {
    /// How many requests may be parked.
    static let capacity = 256

    private let queue: HandOver
    private let stopping: Signal
    private let bell: any Bell
    private let handle: (Request) -> Outcome
    private let busy: (Request) -> Response
    /// Sends an answer and ends the exchange.
    private let finish: (consuming Exchange, Request, Response, ContinuousClock.Instant) -> Void
    /// Knows how many are parked, for other threads.
    private let activity: LaneActivity
    private var parked: [ParkedExchange] = [] {
        didSet { activity.set(parked.count) }
    }
    private var nextLook = ContinuousClock.now

    init(
        queue: HandOver, stopping: Signal, bell: any Bell, activity: LaneActivity,
        handle: @escaping (Request) -> Outcome, busy: @escaping (Request) -> Response,
        finish:
            @escaping (consuming Exchange, Request, Response, ContinuousClock.Instant) -> Void
    ) {
        self.queue = queue
        self.stopping = stopping
        self.bell = bell
        self.activity = activity
        self.handle = handle
        self.busy = busy
        self.finish = finish
    }

    /// Serves until the server stops and nothing more is handed over.
    func run() {
        while !stopping.isClosed {
            if isLookDue { lookAgain() }
            let ready = wait()
            for exchange in release(where: { ready.gone.contains($0.descriptor) }) { end(exchange) }
            if ready.isRung { nextLook = .now }
            // Before a newcomer is looked at, the bell must be able to ring.
            if isLookDue { lookAgain() }
            if ready.hasNewcomer { admit() }
            let now = ContinuousClock.now
            for exchange in release(where: { $0.deadline <= now }) { end(exchange) }
        }
        for exchange in release(where: { _ in true }) { end(exchange) }
        // The API's threads finish what they have begun, which may end here.
        while let exchange = queue.take() { answerAtOnce(exchange) }
    }

    private var isLookDue: Bool { nextLook <= .now }

    /// Asks the bell, and on a ring has every parked request handled again.
    private func lookAgain() {
        let hasRung = bell.hasRung()
        nextLook = ContinuousClock.now + (bell.descriptor == nil ? .seconds(1) : .seconds(3_600))
        guard hasRung else { return }
        // Each is answered before the next is looked at: answers may be large, and these are many.
        parked = parked.filter { exchange in
            let isNews = hasNews(exchange)
            if isNews { end(exchange) }
            return !isNews
        }
    }

    /// Handles a parked request once more, and keeps its newest answer.
    private func hasNews(_ exchange: ParkedExchange) -> Bool {
        switch handle(exchange.request) {
        case .wait(let answer, _):
            exchange.answer = answer
            return false
        // A failure in between is no reason to give up: there is time left.
        case .response(let answer) where answer.status.code >= 500: return false
        case .response(let answer):
            exchange.answer = answer
            return true
        case .handOver: return true
        }
    }

    private func admit() {
        guard var exchange = queue.take() else { return }
        let start = ContinuousClock.now
        let request = exchange.request()
        guard parked.count < Self.capacity else {
            return finish(exchange, request, busy(request), start)
        }
        switch handle(request) {
        case .response(let answer): finish(exchange, request, answer, start)
        case .handOver: finish(exchange, request, busy(request), start)
        case .wait(let answer, let seconds):
            parked.append(
                ParkedExchange(exchange, request, answer, seconds: seconds, since: start))
        }
    }

    private func answerAtOnce(_ exchange: consuming Exchange) {
        let start = ContinuousClock.now
        let request = exchange.request()
        switch handle(request) {
        case .response(let answer), .wait(let answer, _): finish(exchange, request, answer, start)
        case .handOver: finish(exchange, request, busy(request), start)
        }
    }

    /// Takes the parked exchanges that match out.
    private func release(
        where isReleased: (ParkedExchange) -> Bool
    ) -> [ParkedExchange] {
        let split = parked.partition(by: isReleased)
        defer { parked.removeSubrange(split...) }
        return Array(parked[split...])
    }

    private func end(_ parked: ParkedExchange) {
        guard let exchange = parked.take() else { return }
        finish(exchange, parked.request, parked.answer, parked.start)
    }

    /// What came of waiting.
    private struct Ready {
        var isRung = false
        var hasNewcomer = false
        var gone: Set<Int32> = []
    }

    private func wait() -> Ready {
        let bellDescriptor = bell.descriptor ?? -1
        var watched = [stopping.descriptor, queue.descriptor, bellDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        // Of these only the end is asked for, which poll always reports.
        watched += parked.map { pollfd(fd: $0.descriptor, events: 0, revents: 0) }
        let count = unsafe poll(&watched, nfds_t(watched.count), milliseconds)
        guard count > 0 else { return Ready() }
        return Ready(
            isRung: watched[2].revents != 0, hasNewcomer: watched[1].revents != 0,
            gone: Set(watched[3...].filter { $0.revents != 0 }.map(\.fd)))
    }

    /// Until the next thing that is due.
    private var milliseconds: Int32 {
        let due = parked.map(\.deadline).reduce(nextLook) { min($0, $1) }
        let left = ContinuousClock.now.duration(to: due)
        return Int32(clamping: max(0, Int64(left / .milliseconds(1)) + 1))
    }
}
