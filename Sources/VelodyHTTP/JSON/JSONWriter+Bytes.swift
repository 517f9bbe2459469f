package import FoundationEssentials

/// Values that come as bytes, without a string in between.
extension JSONWriter {
    /// Writes UTF-8 text as a string, escaped like any other.
    package mutating func string(_ utf8: Span<UInt8>) {
        quoted { bytes in
            // The longest escape has six characters.
            bytes.append(addingCapacity: utf8.count * 6) { output in
                for index in utf8.indices {
                    let byte = utf8[index]
                    if JSONEscape.isNeeded(byte) {
                        JSONEscape.append(byte, to: &output)
                    } else {
                        output.append(byte)
                    }
                }
            }
        }
    }

    /// Writes bytes as a string of lower-case hex digits.
    package mutating func hex(_ value: Span<UInt8>) {
        quoted { bytes in
            bytes.append(addingCapacity: value.count * 2) { output in
                for index in value.indices { HexDigits.append(value[index], to: &output) }
            }
        }
    }

    /// Writes a UUID as a string, in lower case (RFC 9562 section 4).
    package mutating func uuid(_ value: UUID) {
        let u = value.uuid
        quoted { bytes in
            bytes.append(addingCapacity: 36) { output in
                HexDigits.append([u.0, u.1, u.2, u.3], to: &output)
                output.append(UInt8(ascii: "-"))
                HexDigits.append([u.4, u.5], to: &output)
                output.append(UInt8(ascii: "-"))
                HexDigits.append([u.6, u.7], to: &output)
                output.append(UInt8(ascii: "-"))
                HexDigits.append([u.8, u.9], to: &output)
                output.append(UInt8(ascii: "-"))
                HexDigits.append([u.10, u.11, u.12, u.13, u.14, u.15], to: &output)
            }
        }
    }
}
