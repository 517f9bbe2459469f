package import FoundationEssentials

/// A request's query parameters, read with the mistakes collected.
///
/// Read every parameter, then call ``finish()`` once: it throws all that was wrong.
package struct Query {
    private var values: [String: String] = [:]
    private var violations: [Violation] = []

    /// Parses `name=value&…`, with percent and plus decoding.
    ///
    /// A name given twice is a mistake.
    package init(_ text: Substring?) {
        for pair in (text ?? "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map { half in
                PercentCoding.decodeText(String(half.map { $0 == "+" ? " " : $0 }))
            }
            guard let name = decoded.first ?? nil, !name.isEmpty else { continue }
            guard let value = decoded.count > 1 ? decoded[1] : "" else {
                violations.append(Violation(.parameter(name), "is not valid UTF-8"))
                continue
            }
            if values.updateValue(value, forKey: name) != nil {
                violations.append(Violation(.parameter(name), "is given more than once"))
            }
        }
    }

    /// An integer in `range`, or `standard` where it is absent; a sign or zeros that add nothing are mistakes.
    package mutating func integer(
        _ name: String, in range: ClosedRange<Int>, default standard: Int
    ) -> Int {
        guard let text = values[name] else { return standard }
        if let value = Int(text), range.contains(value), String(value) == text { return value }
        complain(name, "must be an integer from \(range.lowerBound) to \(range.upperBound)")
        return standard
    }

    /// An integer in `range`, or nil where it is absent.
    package mutating func optionalInteger(_ name: String, in range: ClosedRange<Int>) -> Int? {
        values[name] == nil ? nil : integer(name, in: range, default: range.lowerBound)
    }

    /// A text as it was given, or nil where it is absent; NUL is a mistake.
    package mutating func text(_ name: String) -> String? {
        guard let text = values[name] else { return nil }
        if !text.utf8.contains(0) { return text }
        complain(name, "must not hold NUL")
        return nil
    }

    /// An integer in `range` that must be there; the range's beginning where it is wrong.
    package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int {
        if values[name] == nil { complain(name, "is missing") }
        return integer(name, in: range, default: range.lowerBound)
    }

    /// A value that `read` makes of the text, or nil where it is absent; `detail` says what is wrong.
    package mutating func value<T>(
        _ name: String, _ detail: String, _ read: (String) -> T?
    ) -> T? {
        guard let text = values[name] else { return nil }
        if let value = read(text) { return value }
        complain(name, detail)
        return nil
    }

    /// A UUID, or nil where it is absent.
    package mutating func uuid(_ name: String) -> UUID? {
        guard let text = values[name] else { return nil }
        if text.utf8.count == 36, let value = UUID(uuidString: text) { return value }
        complain(name, "must be a UUID")
        return nil
    }

    /// Whether a flag is set: `1` is, `0` and absence are not.
    package mutating func flag(_ name: String) -> Bool {
        switch values[name] {
        case nil, "0": return false
        case "1": return true
        default:
            complain(name, "must be 0 or 1")
            return false
        }
    }

    /// One of an enumeration's raw values, or nil where it is absent.
    package mutating func choice<T>(_ name: String, of type: T.Type) -> T?
    where T: RawRepresentable<String> & CaseIterable {
        guard let text = values[name] else { return nil }
        if let value = T(rawValue: text) { return value }
        complain(name, "must be one of " + T.allCases.map(\.rawValue).joined(separator: ", "))
        return nil
    }

    /// Throws `invalid` with everything that was wrong.
    package func finish() throws(RequestError) {
        if !violations.isEmpty { throw .invalid(violations) }
    }

    /// Notes what is wrong with a parameter.
    package mutating func complain(_ name: String, _ detail: String) {
        violations.append(Violation(.parameter(name), detail))
    }
}
