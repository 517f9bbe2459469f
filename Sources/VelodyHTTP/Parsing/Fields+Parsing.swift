extension Fields {
    /// The one value of a field that matters too much to be given twice; nil where it is absent.
    ///
    /// Throws `invalid` for several lines of it.
    package func single(_ name: String) throws(RequestError) -> String? {
        let values = all(name)
        guard values.count <= 1 else {
            throw .invalid([Violation(.header(name), "is given more than once")])
        }
        return values.first
    }

    /// A required decimal number of bytes: digits only, at most 2^63 − 1.
    package func byteCount(_ name: String) throws(RequestError) -> Int64 {
        guard let text = try single(name) else {
            throw .invalid([Violation(.header(name), "is missing")])
        }
        let isDecimal = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isDecimal, let value = Int64(text) else {
            throw .invalid([Violation(.header(name), "must be a non-negative decimal integer")])
        }
        return value
    }

    /// The essence of `Content-Type`, in lower case, without parameters; nil where it is absent.
    package func contentType() throws(RequestError) -> String? {
        guard let text = try single("Content-Type") else { return nil }
        let essence = text.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        return essence.isEmpty ? nil : essence.lowercased()
    }

    /// The token of `Authorization: Bearer <token>` (RFC 6750 section 2.1).
    ///
    /// Nil for anything else: no line, several, another scheme, characters beyond `token68`, or
    /// more than 512 of them.
    package func bearerToken() -> String? {
        let lines = all("Authorization")
        guard lines.count == 1, let line = lines.first else { return nil }
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1].drop { $0 == " " }
        guard !token.isEmpty, token.utf8.count <= 512, token.utf8.allSatisfy(Self.isToken68) else {
            return nil
        }
        return String(token)
    }

    private static func isToken68(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }
}
