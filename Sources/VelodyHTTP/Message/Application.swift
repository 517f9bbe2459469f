/// Where a request may be worked on.
package enum Lane: String, Sendable {
    /// Short requests; the thread must never wait for long.
    case api
    /// Requests whose body is read as it comes; one thread each.
    case upload
    /// Long work without a body to wait for: hashing, inspecting, publishing.
    case ingest
    /// Requests that wait for news, all in one thread.
    case waiter
}

/// What came of handling a request.
package enum Outcome {
    case response(Response)
    /// Nothing was read or changed: hand the whole request over to this lane and handle it there.
    case handOver(Lane)
    /// There is nothing new: this is the answer unless something comes within so many seconds.
    ///
    /// The request is parked with the waiter, and handled there again when its bell rings.
    case wait(Response, seconds: Int)
}

/// Answers requests.
///
/// One per worker thread, made in that thread and confined to it.
package protocol Application: AnyObject {
    /// Handles one request on `lane`; blocking is honest, errors are already problem documents.
    func handle(_ request: Request, on lane: Lane) -> Outcome
}
