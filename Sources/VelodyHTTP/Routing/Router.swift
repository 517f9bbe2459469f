/// Finds the handler of a path and method.
///
/// A value; safe to share once built.
///
/// It routes on the raw path, as the client sent it: a path that would mean something else after
/// decoding (`//`, dot segments, `%2F`, `%00`) matches nothing.
package struct Router<Handler> {
    /// What came of matching.
    package enum Match {
        case found(Handler, PathParameters, pattern: String)
        /// The path is known, the method is not; `allow` lists what is.
        case methodNotAllowed(allow: [Method], pattern: String)
        case notFound
    }

    private typealias Handlers = [(method: Method, handler: Handler)]

    private var table = RouteTable()
    /// By the number of their pattern.
    private var handlers: [Handlers] = []

    package init() {}

    /// Adds a route; `{name}` in the pattern takes one segment.
    package mutating func add(_ method: Method, _ pattern: String, _ handler: Handler) {
        let number = table.number(of: pattern)
        if number == handlers.count { handlers.append([]) }
        handlers[number].append((method, handler))
    }

    /// Matches a raw path; literal segments win over parameters.
    ///
    /// HEAD is answered by GET's handler.
    package func match(_ method: Method, _ rawPath: Substring) -> Match {
        guard let (number, pattern, parameters) = table.match(rawPath) else { return .notFound }
        let known = handlers[number]
        guard let handler = Self.handler(of: method, in: known) else {
            return .methodNotAllowed(allow: Self.allowed(known), pattern: pattern)
        }
        return .found(handler, parameters, pattern: pattern)
    }

    private static func handler(of method: Method, in handlers: Handlers) -> Handler? {
        for known in handlers where known.method == method { return known.handler }
        return method == .head ? handler(of: .get, in: handlers) : nil
    }

    /// The methods for `Allow`, HEAD beside GET.
    private static func allowed(_ handlers: Handlers) -> [Method] {
        handlers.flatMap { $0.method == .get ? [.get, .head] : [$0.method] }
    }
}
