import VelodyHTTP

/// What the routes themselves refuse.
enum APIError: Error {
    case notFound
    case methodNotAllowed([Method])
    case preconditionFailed
}
