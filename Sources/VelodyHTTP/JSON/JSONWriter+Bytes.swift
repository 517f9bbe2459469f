package import FoundationEssentials

/// Values that come as bytes, without a string in between.
extension JSONWriter {
    /// Writes UTF-8 text as a string, escaped like any other.
    package mutating func string(_ utf8: Span<UInt8>) {
        value(upTo: JSONText.longest(of: utf8)) { JSONText.string(utf8, to: &$0) }
    }

    /// Writes a UUID as a string, in lower case (RFC 9562 section 4).
    package mutating func uuid(_ uuid: UUID) {
        value(upTo: JSONText.uuidLength) { JSONText.uuid(uuid, to: &$0) }
    }
}
