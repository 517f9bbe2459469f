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

    init(stringLiteral value: StaticString) {
        sql = value.description
        binds = []
    }

    init(stringInterpolation parts: Parts) {
        sql = parts.sql
        binds = parts.binds
    }

    /// Collects a statement's text and binds.
    struct Parts: StringInterpolationProtocol {
        fileprivate var sql = ""
        fileprivate var binds: [String?] = []

        init(literalCapacity: Int, interpolationCount: Int) {
            sql.reserveCapacity(literalCapacity + interpolationCount * 3)
        }

        mutating func appendLiteral(_ text: StaticString) { sql += text.description }

        /// Puts a fragment in, which is a literal itself.
        mutating func appendInterpolation(_ fragment: Statement) {
            precondition(fragment.binds.isEmpty, "a fragment has no binds")
            sql += fragment.sql
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
            sql += "$\(binds.count)"
        }

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
