/// The segments that a pattern's `{names}` took.
package struct PathParameters: Sendable {
    private var values: [(name: String, raw: String)] = []

    /// How many there are.
    package var count: Int { values.count }

    /// The segment as it was sent, percent-encoded; nil for a name the pattern does not have.
    package func raw(_ name: String) -> String? {
        values.first { $0.name == name }?.raw
    }

    /// The decoded segment; nil where it is not UTF-8, or the pattern does not have the name.
    package subscript(_ name: String) -> String? {
        raw(name).flatMap { PercentCoding.decodeText($0) }
    }

    mutating func append(_ name: String, raw: String) {
        values.append((name, raw))
    }
}
