/// One line of the log being written: a flat JSON object.
struct LogLine {
    /// How much of one text is kept, as it is written.
    static let longestText = 1_024

    /// What a pipe takes at once (`PIPE_BUF`).
    ///
    /// Threads and processes that share one do not mix lines that are no longer. A member that finds no
    /// room any more is left out.
    static let longest = 4_096

    private static let end: StaticString = "}\n"

    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func append(_ name: StaticString, _ value: String) {
        append(name) { $0.appendQuoted(value) }
    }

    mutating func append(_ name: StaticString, _ value: Int64) {
        append(name) { $0.bytes += String(value).utf8 }
    }

    mutating func append(_ name: StaticString, _ value: Bool) {
        append(name) { $0.bytes += String(value).utf8 }
    }

    consuming func finished() -> [UInt8] {
        bytes += Self.end.description.utf8
        return bytes
    }

    private mutating func append(_ name: StaticString, _ value: (inout LogLine) -> Void) {
        let length = bytes.count
        if length > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += name.description.utf8
        bytes += "\":".utf8
        value(&self)
        if bytes.count + Self.end.utf8CodeUnitCount > Self.longest {
            bytes.removeSubrange(length...)
        }
    }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.count <= Self.longestText, !text.utf8.contains(where: Self.isEscaped) {
            bytes += text.utf8
        } else {
            appendEscaped(text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Up to the last character that fits as a whole.
    private mutating func appendEscaped(_ text: String) {
        let start = bytes.count
        for character in text {
            let length = bytes.count
            for byte in character.utf8 { appendEscaped(byte) }
            guard bytes.count - start > Self.longestText else { continue }
            return bytes.removeSubrange(length...)
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        guard Self.isEscaped(byte) else { return bytes.append(byte) }
        guard byte < 0x20 || byte == 0x7F else { return bytes += [UInt8(ascii: "\\"), byte] }
        let digits = String(byte, radix: 16)
        bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
    }
}
