import FoundationEssentials

/// `Content-Digest` and `Repr-Digest` (RFC 9530), with SHA-256.
package enum DigestField {
    /// The SHA-256 in a digest field, as 32 bytes; nil where the field is absent or names other
    /// algorithms only.
    ///
    /// Throws `invalid` for a member that is not `key=:base64:`, or a SHA-256 of another length.
    package static func sha256(_ fields: Fields, _ name: String) throws(RequestError) -> [UInt8]? {
        var found: [UInt8]?
        // Several lines make one dictionary; of a repeated key the last counts (RFC 8941 3.2).
        for member in fields.all(name).flatMap({ $0.split(separator: ",") }) {
            let text = trim(member)
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw malformed(name)
            }
            let bytes = byteSequence(text[text.index(after: equals)...])
            guard let bytes else { throw malformed(name) }
            guard text[..<equals].lowercased() == "sha-256" else { continue }
            guard bytes.count == 32 else { throw malformed(name) }
            found = bytes
        }
        return found
    }

    /// The field value that states this SHA-256.
    package static func value(sha256 bytes: [UInt8]) -> String {
        "sha-256=:" + Data(bytes).base64EncodedString() + ":"
    }

    /// The byte sequence of RFC 8941 section 3.3.5; parameters after it are passed over.
    private static func byteSequence(_ text: Substring) -> [UInt8]? {
        guard text.first == ":", let end = text.dropFirst().firstIndex(of: ":") else { return nil }
        return Data(base64Encoded: String(text[text.index(after: text.startIndex)..<end]))
            .map { Array($0) }
    }

    private static func trim(_ text: Substring) -> Substring {
        let front = text.drop { $0 == " " || $0 == "\t" }
        return front.dropLast(front.reversed().prefix { $0 == " " || $0 == "\t" }.count)
    }

    private static func malformed(_ name: String) -> RequestError {
        .invalid([Violation(.header(name), "is not a digest field of RFC 9530")])
    }
}
