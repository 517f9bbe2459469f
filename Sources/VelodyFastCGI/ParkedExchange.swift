import VelodyHTTP

/// One exchange that waits for news.
///
/// Confined to the waiter's thread.
final class ParkedExchange {
    private var exchange: Exchange?
    let request: Request
    let start: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    /// What it is answered when nothing comes.
    var answer: Response
    /// For poll(2), which reports when the client is gone.
    let descriptor: Int32

    init(
        _ exchange: consuming Exchange, _ request: Request, _ answer: Response, seconds: Int,
        since start: ContinuousClock.Instant
    ) {
        descriptor = exchange.descriptor
        self.exchange = consume exchange
        self.request = request
        self.answer = answer
        self.start = start
        deadline = start + .seconds(seconds)
    }

    /// Gives the exchange up, once.
    func take() -> Exchange? { exchange.take() }
}
