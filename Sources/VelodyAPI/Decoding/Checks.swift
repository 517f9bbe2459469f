import FoundationEssentials
import VelodyDomain
import VelodyHTTP

/// Checks a decoded body's members against the contract, collecting what is wrong.
struct Checks {
    private var violations: [Violation] = []

    /// All that was wrong.
    var failure: RequestError { .invalid(violations) }

    /// Throws `invalid` with everything that was wrong.
    func finish() throws(RequestError) {
        if !violations.isEmpty { throw failure }
    }

    /// A member that may be absent or null, which is nil.
    mutating func optional<Value>(_ pointer: String, _ member: Member<Value>) -> Value? {
        switch member {
        case .absent, .null: return nil
        case .value(let value): return value
        case .mistyped:
            complain(pointer, "has a wrong type")
            return nil
        }
    }

    /// A member that has to be there, as `read` understands it; `detail` says what else is wrong.
    mutating func required<Value, Meaning>(
        _ pointer: String, _ member: Member<Value>, _ detail: String,
        _ read: (Value) -> Meaning?
    ) -> Meaning? {
        guard let value = required(pointer, member) else { return nil }
        let meaning = read(value)
        if meaning == nil { complain(pointer, detail) }
        return meaning
    }

    /// A text that has to be there and to say something.
    mutating func requiredText(_ pointer: String, _ member: Member<String>) -> String? {
        required(pointer, member).flatMap { spoken(pointer, $0) }
    }

    /// A text, cleaned, that says something if it is there.
    mutating func spokenText(_ pointer: String, _ member: Member<String>) -> String? {
        optional(pointer, member).flatMap { spoken(pointer, $0) }
    }

    /// A text, cleaned; nil where nothing is left of it.
    mutating func text(_ pointer: String, _ member: Member<String>) -> String? {
        guard let cleaned = optional(pointer, member).flatMap(CleanText.cleaned) else { return nil }
        return short(pointer, cleaned)
    }

    mutating func number(
        _ pointer: String, _ member: Member<WholeNumber>, in range: ClosedRange<Int>
    ) -> Int? {
        guard let number = optional(pointer, member) else { return nil }
        if let value = Int(exactly: number.value), range.contains(value) { return value }
        complain(pointer, "must be from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    mutating func uuid(_ pointer: String, _ member: Member<String>) -> UUID? {
        guard let value = optional(pointer, member) else { return nil }
        if value.utf8.count == 36, let uuid = UUID(uuidString: value) { return uuid }
        complain(pointer, "must be a UUID")
        return nil
    }

    mutating func complain(_ pointer: String, _ detail: String) {
        violations.append(Violation(.pointer(pointer), detail))
    }

    private mutating func required<Value>(_ pointer: String, _ member: Member<Value>) -> Value? {
        switch member {
        case .absent: complain(pointer, "is missing")
        case .null: complain(pointer, "must not be null")
        case .mistyped, .value: break
        }
        return optional(pointer, member)
    }

    private mutating func spoken(_ pointer: String, _ value: String) -> String? {
        if let cleaned = CleanText.cleaned(value) { return short(pointer, cleaned) }
        complain(pointer, "must not be empty")
        return nil
    }

    private mutating func short(_ pointer: String, _ text: String) -> String? {
        if text.unicodeScalars.count <= CleanText.limit { return text }
        complain(pointer, "must be at most \(CleanText.limit) characters")
        return nil
    }
}
