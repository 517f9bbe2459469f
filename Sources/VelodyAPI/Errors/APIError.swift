import VelodyHTTP

/// What the routes themselves refuse.
enum APIError: Error {
    case notFound
    case methodNotAllowed([Method])
    case preconditionFailed
    /// Too many bad tokens came from this address.
    case rateLimited(retryAfter: Int)
    /// The range begins beyond the end of a representation of so many bytes.
    case rangeNotSatisfiable(size: Int64)
}
