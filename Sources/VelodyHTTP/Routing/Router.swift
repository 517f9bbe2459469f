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
        var handlers: [(method: Method, handler: Handler)]

        /// The methods for `Allow`, HEAD beside GET.
        var allowed: [Method] {
            handlers.flatMap { $0.method == .get ? [.get, .head] : [$0.method] }
        }

        func handler(of method: Method) -> Handler? {
            handlers.first { $0.method == method }?.handler
        }
    }

    private enum Segment: Equatable {
        case literal(String)
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
            routes.append(
                Route(pattern: pattern, segments: segments, handlers: [(method, handler)]))
        }
    }

    /// Matches a raw path; literal segments win over parameters.
    ///
    /// HEAD is answered by GET's handler.
    package func match(_ method: Method, _ rawPath: some StringProtocol) -> Match {
        guard let segments = RawPath.segments(of: rawPath) else { return .notFound }
        let candidates = routes.compactMap { route in
            Self.parameters(of: route, in: segments).map { (route: route, parameters: $0) }
        }
        let best = candidates.min { $0.parameters.count < $1.parameters.count }
        guard let best else { return .notFound }
        let own = best.route.handler(of: method)
        guard let handler = own ?? (method == .head ? best.route.handler(of: .get) : nil) else {
            return .methodNotAllowed(allow: best.route.allowed, pattern: best.route.pattern)
        }
        return .found(handler, best.parameters, pattern: best.route.pattern)
    }

    private static func segment(_ text: Substring) -> Segment {
        text.hasPrefix("{")
            ? .parameter(String(text.dropFirst().dropLast())) : .literal(String(text))
    }

    private static func parameters(
        of route: Route, in segments: [Substring]
    ) -> PathParameters? {
        guard route.segments.count == segments.count else { return nil }
        var parameters = PathParameters()
        for (expected, actual) in zip(route.segments, segments) {
            switch expected {
            case .literal(let text):
                guard text == actual else { return nil }
            case .parameter(let name):
                parameters.append(name, raw: String(actual))
            }
        }
        return parameters
    }
}
