import FoundationEssentials
import VelodyDomain
import VelodyHTTP

/// Checks a decoded body's values against the contract, collecting what is wrong.
struct Checks {
    private var violations: [Violation] = []

    /// Throws `invalid` with everything that was wrong.
    func finish() throws(RequestError) {
        if !violations.isEmpty { throw .invalid(violations) }
    }

    /// A text that has to say something.
    mutating func required(_ pointer: String, _ value: String) -> String {
        if let text = text(pointer, value) { return text }
        if violations.last?.place != .pointer(pointer) { complain(pointer, "must not be empty") }
        return ""
    }

    /// A text, cleaned; nil where nothing is left of it.
    mutating func text(_ pointer: String, _ value: String?) -> String? {
        guard let cleaned = value.flatMap(CleanText.cleaned) else { return nil }
        if cleaned.unicodeScalars.count <= CleanText.limit { return cleaned }
        complain(pointer, "must be at most \(CleanText.limit) characters")
        return nil
    }

    mutating func number(
        _ pointer: String, _ number: WholeNumber?, in range: ClosedRange<Int>
    ) -> Int? {
        guard let number else { return nil }
        if let value = Int(exactly: number.value), range.contains(value) { return value }
        complain(pointer, "must be from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    mutating func uuid(_ pointer: String, _ value: String?) -> UUID? {
        guard let value else { return nil }
        if value.utf8.count == 36, let uuid = UUID(uuidString: value) { return uuid }
        complain(pointer, "must be a UUID")
        return nil
    }

    mutating func require<T>(_ pointer: String, _ value: T?, _ detail: String) -> T? {
        if value == nil { complain(pointer, detail) }
        return value
    }

    mutating func complain(_ pointer: String, _ detail: String) {
        violations.append(Violation(.pointer(pointer), detail))
    }
}
