/// Decides conditional requests (RFC 9110 section 13), for what the application answers itself.
package struct Preconditions {
    /// What to do with the request.
    package enum Decision: Sendable, Equatable {
        case proceed
        case notModified
        case failed
    }

    private let ifMatch: [String]
    private let ifNoneMatch: [String]

    package init(_ fields: Fields) {
        ifMatch = fields.all("If-Match")
        ifNoneMatch = fields.all("If-None-Match")
    }

    /// Decides for GET and HEAD of an existing representation with this tag.
    ///
    /// In the order of RFC 9110 section 13.2.2. Dates are not evaluated: every representation has a
    /// strong tag, and a client that has it sends it.
    package func decide(current: EntityTag) -> Decision {
        if !ifMatch.isEmpty, !matches(ifMatch, { $0.matchesStrongly(current) }) { return .failed }
        if !ifNoneMatch.isEmpty, matches(ifNoneMatch, { $0.matchesWeakly(current) }) {
            return .notModified
        }
        return .proceed
    }

    /// Decides for a request that changes the resource whose representation has this tag now.
    package func allowChange(of current: EntityTag) -> Bool { decide(current: current) == .proceed }

    private func matches(_ lines: [String], _ predicate: (EntityTag) -> Bool) -> Bool {
        lines.contains { line in
            line.filter { $0 != " " } == "*" || EntityTag.list(line).contains(where: predicate)
        }
    }
}
