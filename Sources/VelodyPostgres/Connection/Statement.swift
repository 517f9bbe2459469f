import FoundationEssentials
import VelodyDomain

/// One SQL statement: literal text, and values that become binds.
///
/// It can only be written as a literal. `\(value)` puts `$n` into the text and the value beside it,
/// so that no text made at run time ever becomes SQL.
struct Statement: ExpressibleByStringInterpolation {
    let sql: String
    /// In PostgreSQL's text format; nil is NULL.
    let binds: [String?]

    /// The text between the binds: one more than there are binds.
    private let texts: [String]

    init(stringLiteral value: StaticString) {
        sql = value.description
        texts = [sql]
        binds = []
    }

    init(stringInterpolation parts: Parts) {
        texts = parts.texts
        binds = parts.binds
        sql = texts.dropFirst().enumerated().reduce(into: texts.first ?? "") { sql, next in
            sql += "$\(next.offset + 1)" + next.element
        }
    }

    /// Collects a statement's text and binds.
    struct Parts: StringInterpolationProtocol {
        fileprivate var texts = [""]
        fileprivate var binds: [String?] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            texts.reserveCapacity(interpolationCount + 1)
        }

        mutating func appendLiteral(_ text: StaticString) { append(text.description) }

        /// Puts a fragment in, which is a literal itself, with its binds.
        mutating func appendInterpolation(_ fragment: Statement) {
            append(fragment.texts.first ?? "")
            texts += fragment.texts.dropFirst()
            binds += fragment.binds
        }

        mutating func appendInterpolation(_ value: String?) { bind(value) }

        mutating func appendInterpolation(_ value: (some BinaryInteger)?) {
            bind(value.map { String($0) })
        }

        mutating func appendInterpolation(_ value: Bool?) { bind(value.map { $0 ? "t" : "f" }) }

        mutating func appendInterpolation(_ value: UUID?) { bind(value?.uuidString) }

        mutating func appendInterpolation<Entity>(_ value: Identifier<Entity>?) {
            bind(value?.description)
        }

        mutating func appendInterpolation(_ value: ContentHash?) {
            bind(value.map { "\\x" + $0.hex })
        }

        mutating func appendInterpolation(_ value: Timestamp?) { bind(value.map(Self.text)) }

        mutating func appendInterpolation(_ value: [String]) { bind(Self.array(value)) }

        private mutating func bind(_ value: String?) {
            // NUL would end libpq's C string early; PostgreSQL's text cannot hold it anyway.
            precondition(value?.utf8.contains(0) != true, "a bind holds NUL")
            binds.append(value)
            texts.append("")
        }

        private mutating func append(_ text: String) { texts[texts.count - 1] += text }

        /// ISO 8601 with all microseconds.
        private static func text(_ timestamp: Timestamp) -> String {
            let remainder = timestamp.microseconds % 1_000_000
            let micros = String(remainder < 0 ? remainder + 1_000_000 : remainder)
            let padded = String(repeating: "0", count: 6 - micros.count) + micros
            return String(timestamp.rfc3339.prefix(19)) + "." + padded + "Z"
        }

        /// An array literal (PostgreSQL 8.15.2): every element quoted, quotes and backslashes escaped.
        private static func array(_ values: [String]) -> String {
            let elements = values.map { value in
                var text = "\""
                for scalar in value.unicodeScalars {
                    if scalar == "\"" || scalar == "\\" { text += "\\" }
                    text.unicodeScalars.append(scalar)
                }
                return text + "\""
            }
            return "{" + elements.joined(separator: ",") + "}"
        }
    }
}
