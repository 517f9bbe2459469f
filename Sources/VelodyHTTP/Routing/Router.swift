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

    private struct Route {
        let pattern: String
        let segments: [Segment]
        let parameterCount: Int
        var handlers: [(method: Method, handler: Handler)]

        /// The methods for `Allow`, HEAD beside GET.
        var allowed: [Method] {
            handlers.flatMap { $0.method == .get ? [.get, .head] : [$0.method] }
        }

        func handler(of method: Method) -> Handler? {
            handlers.first { $0.method == method }?.handler
        }
    }

    private enum Segment {
        case literal(Substring)
        case parameter(String)
    }

    private var routes: [Route] = []

    package init() {}

    /// Adds a route; `{name}` in the pattern takes one segment.
    package mutating func add(_ method: Method, _ pattern: String, _ handler: Handler) {
        if let index = routes.firstIndex(where: { $0.pattern == pattern }) {
            routes[index].handlers.append((method, handler))
        } else {
            let segments = pattern.dropFirst().split(separator: "/").map(Self.segment)
            let parameterCount = pattern.count { $0 == "{" }
            routes.append(
                Route(
                    pattern: pattern, segments: segments, parameterCount: parameterCount,
                    handlers: [(method, handler)]))
        }
    }

    /// Matches a raw path; literal segments win over parameters.
    ///
    /// HEAD is answered by GET's handler.
    package func match(_ method: Method, _ rawPath: some StringProtocol) -> Match {
        guard let segments = RawPath.segments(of: rawPath) else { return .notFound }
        let candidates = routes.lazy.filter { Self.fits($0, segments) }
        let best = candidates.min { $0.parameterCount < $1.parameterCount }
        guard let best else { return .notFound }
        let own = best.handler(of: method)
        guard let handler = own ?? (method == .head ? best.handler(of: .get) : nil) else {
            return .methodNotAllowed(allow: best.allowed, pattern: best.pattern)
        }
        return .found(handler, Self.parameters(of: best, in: segments), pattern: best.pattern)
    }

    private static func segment(_ text: Substring) -> Segment {
        text.hasPrefix("{") ? .parameter(String(text.dropFirst().dropLast())) : .literal(text)
    }

    private static func fits(_ route: Route, _ segments: [Substring]) -> Bool {
        guard route.segments.count == segments.count else { return false }
        return segments.indices.allSatisfy { index in
            guard case .literal(let text) = route.segments[index] else { return true }
            return text == segments[index]
        }
    }

    private static func parameters(of route: Route, in segments: [Substring]) -> PathParameters {
        var parameters = PathParameters()
        for (expected, actual) in zip(route.segments, segments) {
            if case .parameter(let name) = expected { parameters.append(name, raw: String(actual)) }
        }
        return parameters
    }
}
