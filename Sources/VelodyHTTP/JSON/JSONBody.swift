import FoundationEssentials

/// Reads a request's JSON body.
package enum JSONBody {
    /// Decodes an object of `Member`s; unknown ones are ignored, and `allowsEmpty` reads no body as `{}`.
    ///
    /// Throws `malformedJSON` only.
    package static func decode<T: Decodable>(
        _ type: T.Type, from bytes: [UInt8], allowsEmpty: Bool = false
    ) throws(RequestError) -> T {
        let text = bytes.isEmpty && allowsEmpty ? Array("{}".utf8) : bytes
        try requireObject(text)
        do { return try JSONDecoder().decode(type, from: Data(text)) } catch {
            throw .malformedJSON("The body is not valid JSON.")
        }
    }

    /// Looks before the parser does: UTF-8, and an object that is not nested beyond any need.
    private static func requireObject(_ bytes: [UInt8]) throws(RequestError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .malformedJSON("The body is not UTF-8.")
        }
        let first = bytes.first { !whitespace.contains($0) }
        guard first == UInt8(ascii: "{") else {
            throw .malformedJSON("The body is not a JSON object.")
        }
        if let flaw = flaw(in: bytes) { throw .malformedJSON(flaw) }
    }

    private static let whitespace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    private static let depthLimit = 64

    /// What the parser would take although it may not (RFC 8259), or would take all too patiently.
    private static func flaw(in bytes: [UInt8]) -> String? {
        var depth = 0
        var isInString = false
        var isEscaped = false
        var last: UInt8 = 0
        for byte in bytes where isInString || !whitespace.contains(byte) {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > depthLimit { return "The body is nested too deeply." }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if last == UInt8(ascii: ",") { return "The body is not valid JSON." }
            default: break
            }
            last = byte
        }
        return nil
    }
}
