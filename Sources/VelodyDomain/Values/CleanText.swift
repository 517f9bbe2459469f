/// Text from outside, made fit for the database and for a screen.
package enum CleanText {
    /// The longest text that is kept, in characters (Unicode scalars).
    package static let limit = 1_000

    /// Removes control characters (NUL among them), byte-order marks and outer white space.
    ///
    /// Empty becomes nil; longer than ``limit`` is cut. Normalised to NFC.
    package static func clean(_ text: String) -> String? {
        cleaned(text).flatMap { $0.unicodeScalars.count > limit ? cut($0) : $0 }
    }

    /// Like ``clean(_:)`` but without cutting: the caller refuses what is too long.
    package static func cleaned(_ text: String) -> String? {
        let kept = text.unicodeScalars.filter { !isControl($0) }
        let trimmed = trim(String(String.UnicodeScalarView(kept)))
        return trimmed.isEmpty ? nil : trimmed.precomposed
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value == 0xFEFF
            || scalar.properties.isNoncharacterCodePoint
    }

    private static func trim(_ text: String) -> String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    private static func cut(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        return trim(String(scalars[..<scalars.index(scalars.startIndex, offsetBy: limit)]))
    }
}
