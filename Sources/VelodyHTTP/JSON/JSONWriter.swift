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
        open("{")
        members(&self)
        close("}")
    }

    /// Writes an array; `element` writes one element each.
    package mutating func array<S: Sequence>(
        _ elements: S, _ element: (inout JSONWriter, S.Element) -> Void
    ) {
        open("[")
        for each in elements { element(&self, each) }
        close("]")
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
        string(value.utf8.span)
    }

    /// Writes an integer; nil writes `null`.
    package mutating func integer(_ value: (some BinaryInteger)?) {
        guard let value else { return null() }
        integer(Int64(value))
    }

    /// Writes an integer.
    package mutating func integer(_ value: Int64) {
        self.value(upTo: JSONText.longestInteger) { JSONText.integer(value, to: &$0) }
    }

    /// Writes a value that `append` appends, in at most `count` bytes.
    package mutating func value(
        upTo count: Int, _ append: (inout OutputSpan<UInt8>) -> Void
    ) {
        bytes.append(addingCapacity: count + 1) { output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            append(&output)
        }
        needsComma = true
    }

    /// Writes prepared text as it is: punctuation and names, after which a value is due.
    ///
    /// Commas in it are the caller's; the one before it is not written.
    package mutating func fragment(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
        needsComma = false
    }

    /// Writes the part of prepared text that `range` is, as it is, and then a value that `append` appends,
    /// in at most `count` bytes.
    package mutating func fragment(
        _ text: [UInt8], _ range: Range<Int>, upTo count: Int,
        _ append: (inout OutputSpan<UInt8>) -> Void
    ) {
        let part = text.span.extracting(range)
        bytes.append(addingCapacity: part.count + count) { output in
            for index in part.indices { output.append(part[index]) }
            append(&output)
        }
        needsComma = true
    }

    /// Writes the part of prepared text that `range` is, as it is, after which a value is due.
    package mutating func fragment(_ text: [UInt8], _ range: Range<Int>) {
        fragment(text, range, upTo: 0) { _ in }
        needsComma = false
    }

    /// Begins an object or array that a later ``close(_:)`` of the same caller ends.
    package mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    /// Ends what ``open(_:)`` began.
    package mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
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

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
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
