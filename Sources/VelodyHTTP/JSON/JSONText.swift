package import FoundationEssentials

/// Values as JSON (RFC 8259), appended to bytes that have room for them.
package enum JSONText {
    /// The most that a string of so many bytes takes: the longest escape has six characters.
    package static func longest(of utf8: Span<UInt8>) -> Int { utf8.count * 6 + 2 }

    /// Appends UTF-8 text as a string, escaped: at most ``longest(of:)``.
    package static func string(_ utf8: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        for index in utf8.indices {
            let byte = utf8[index]
            if JSONEscape.isNeeded(byte) {
                JSONEscape.append(byte, to: &output)
            } else {
                output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Appends bytes as a string of lower-case hex digits: two for each, and two.
    package static func hex(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "\""))
        for index in bytes.indices { HexDigits.append(bytes[index], to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    /// How much ``uuid(_:to:)`` appends.
    package static let uuidLength = 38

    /// Appends a UUID as a string, in lower case (RFC 9562 section 4).
    package static func uuid(_ value: UUID, to output: inout OutputSpan<UInt8>) {
        let u = value.uuid
        output.append(UInt8(ascii: "\""))
        HexDigits.append([u.0, u.1, u.2, u.3], to: &output)
        output.append(UInt8(ascii: "-"))
        HexDigits.append([u.4, u.5], to: &output)
        output.append(UInt8(ascii: "-"))
        HexDigits.append([u.6, u.7], to: &output)
        output.append(UInt8(ascii: "-"))
        HexDigits.append([u.8, u.9], to: &output)
        output.append(UInt8(ascii: "-"))
        HexDigits.append([u.10, u.11, u.12, u.13, u.14, u.15], to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// The most that ``integer(_:to:)`` appends.
    package static let longestInteger = 20

    /// Appends an integer.
    package static func integer(_ value: Int64, to output: inout OutputSpan<UInt8>) {
        DecimalDigits.append(value, to: &output)
    }

    /// Appends `null`.
    package static func null(to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(ascii: "n"))
        output.append(UInt8(ascii: "u"))
        output.append(UInt8(ascii: "l"))
        output.append(UInt8(ascii: "l"))
    }
}
