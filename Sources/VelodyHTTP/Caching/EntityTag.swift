/// An entity tag (RFC 9110 section 8.8.3).
package struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The opaque characters, without quotes.
    package let opaque: String
    package let isWeak: Bool

    package init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// As a field value: `"abc"` or `W/"abc"`.
    package var description: String { (isWeak ? "W/" : "") + "\"" + opaque + "\"" }

    /// The weak comparison of RFC 9110 section 8.8.3.2.
    package func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

    /// The strong comparison of RFC 9110 section 8.8.3.2.
    package func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Parses the list of `If-None-Match` or `If-Match`; what is not a tag is passed over.
    package static func list(_ text: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = text[...]
        while let quote = rest.firstIndex(of: "\"") {
            let isWeak = rest[..<quote].hasSuffix("W/")
            let afterQuote = rest[rest.index(after: quote)...]
            guard let end = afterQuote.firstIndex(of: "\"") else { break }
            tags.append(EntityTag(String(afterQuote[..<end]), isWeak: isWeak))
            rest = afterQuote[afterQuote.index(after: end)...]
        }
        return tags
    }
}
