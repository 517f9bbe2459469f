/// Patterns of paths, and which of them a path fits.
///
/// Apart from ``Router`` because code that does not depend on what is routed to need not be generic:
/// every request comes through here.
struct RouteTable {
    private enum Segment {
        case literal(Substring)
        case parameter(String)

        init(_ text: Substring) {
            self =
                text.hasPrefix("{")
                ? .parameter(String(text.dropFirst().dropLast())) : .literal(text)
        }

        func fits(_ segment: Substring) -> Bool {
            switch self {
            case .literal(let text): text == segment
            case .parameter: true
            }
        }
    }

    private struct Route {
        let pattern: String
        let segments: [Segment]
        let parameterCount: Int
        /// What it was numbered when it was added.
        let number: Int

        func fits(_ segments: [Substring]) -> Bool {
            guard self.segments.count == segments.count else { return false }
            for index in segments.indices where !self.segments[index].fits(segments[index]) {
                return false
            }
            return true
        }

        func parameters(in segments: [Substring]) -> PathParameters {
            var parameters = PathParameters()
            for index in segments.indices {
                guard case .parameter(let name) = self.segments[index] else { continue }
                parameters.append(name, raw: String(segments[index]))
            }
            return parameters
        }
    }

    /// Those with fewer parameters first: the first that fits is the best.
    private var routes: [Route] = []

    /// The pattern's number, counted from 0 in the order in which patterns first came.
    mutating func number(of pattern: String) -> Int {
        if let known = routes.first(where: { $0.pattern == pattern }) { return known.number }
        let route = Route(
            pattern: pattern,
            segments: pattern.dropFirst().split(separator: "/").map(Segment.init),
            parameterCount: pattern.count { $0 == "{" }, number: routes.count)
        let place = routes.firstIndex { $0.parameterCount > route.parameterCount }
        routes.insert(route, at: place ?? routes.endIndex)
        return route.number
    }

    /// The best pattern for a raw path: its number, itself, and what its parameters took.
    func match(
        _ rawPath: Substring
    ) -> (number: Int, pattern: String, parameters: PathParameters)? {
        guard let segments = RawPath.segments(of: rawPath) else { return nil }
        for route in routes where route.fits(segments) {
            return (route.number, route.pattern, route.parameters(in: segments))
        }
        return nil
    }
}
