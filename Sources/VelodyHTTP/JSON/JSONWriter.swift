/// Writes one JSON text (RFC 8259) into a growing buffer, without intermediate strings.
///
/// Commas are its own business. Names are the caller's literals and are written as they are.
package struct JSONWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

    /// Writes an object; `members` writes its members.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array; `element` writes one element each.
    package mutating func array<S: Sequence>(
        _ elements: S, _ element: (inout JSONWriter, S.Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for each in elements { element(&self, each) }
        close(UInt8(ascii: "]"))
    }

    /// Writes a member's name; exactly one value must follow.
    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, escaped; nil writes `null`.
    package mutating func string(_ value: String?) {
        guard let value else { return null() }
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 { appendEscaped(byte) }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes an integer; nil writes `null`.
    package mutating func integer(_ value: (some BinaryInteger)?) {
        guard let value else { return null() }
        separate()
        bytes.append(contentsOf: String(value).utf8)
        needsComma = true
    }

    /// Writes `true` or `false`.
    package mutating func boolean(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func null() {
        literal("null")
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        bytes.append(contentsOf: text.description.utf8)
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20, 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(contentsOf: String(byte >> 4, radix: 16).utf8)
            bytes.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
        default:
            bytes.append(byte)
        }
    }
}

extension JSONWriter {
    /// Writes a member with a string value.
    package mutating func member(_ name: StaticString, _ value: String?) {
        self.name(name)
        string(value)
    }

    /// Writes a member with an integer value.
    package mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
        self.name(name)
        integer(value)
    }

    /// Writes a member whose value is an array of strings.
    package mutating func member(_ name: StaticString, _ values: [String]) {
        self.name(name)
        array(values) { $0.string($1) }
    }
}
