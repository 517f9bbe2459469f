/// Bytes as pairs of lower-case hex digits.
enum HexDigits {
    static func append(_ byte: UInt8, to output: inout OutputSpan<UInt8>) {
        output.append(digit(byte >> 4))
        output.append(digit(byte & 0x0F))
    }

    static func append<let count: Int>(
        _ bytes: InlineArray<count, UInt8>, to output: inout OutputSpan<UInt8>
    ) {
        for index in bytes.indices { append(bytes[index], to: &output) }
    }

    /// The digit of a value below 16.
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
