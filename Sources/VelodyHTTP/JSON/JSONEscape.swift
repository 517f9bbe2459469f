/// What a JSON string must not hold as it is (RFC 8259 section 7), and DEL, which no screen shows.
enum JSONEscape {
    static func isNeeded(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    /// Appends the escape of a byte that needs one: at most six characters.
    static func append(_ byte: UInt8, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\\"))
        guard byte < 0x20 || byte == 0x7F else { return output.append(byte) }
        output.append(UInt8(ascii: "u"))
        output.append(UInt8(ascii: "0"))
        output.append(UInt8(ascii: "0"))
        HexDigits.append(byte, to: &output)
    }
}
