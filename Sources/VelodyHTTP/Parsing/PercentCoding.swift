/// Percent-encoding (RFC 3986 section 2.1).
package enum PercentCoding {
    /// Decodes `%XX`; nil for a `%` without two hex digits.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Decodes to text; nil where the bytes are not UTF-8.
    package static func decodeText(_ text: some StringProtocol) -> String? {
        decode(text).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Encodes every byte but letters, digits and `!#$&+-.^_\`|~` (the attr-char of RFC 8187).
    package static func encode(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if isAttributeCharacter(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + hex(byte >> 4) + hex(byte & 0x0F)
            }
        }
        return result
    }

    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$&+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func hex(_ value: UInt8) -> String {
        String(value, radix: 16, uppercase: true)
    }
}
