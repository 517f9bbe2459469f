/// One line of the log being written: a flat JSON object.
struct LogLine {
    /// How much of one text is kept, so that a line stays below what a pipe takes at once
    /// (`PIPE_BUF`) and processes that share one do not mix their lines.
    static let longestText = 1_024

    private var bytes: [UInt8] = Array("{".utf8)

    mutating func append(_ name: StaticString, _ value: String) {
        appendName(name)
        appendQuoted(value)
    }

    mutating func append(_ name: StaticString, _ value: Int64) {
        appendName(name)
        bytes += String(value).utf8
    }

    mutating func append(_ name: StaticString, _ value: Bool) {
        appendName(name)
        bytes += String(value).utf8
    }

    consuming func finished() -> [UInt8] { bytes + Array("}\n".utf8) }

    private mutating func appendName(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        appendQuoted(name.description)
        bytes.append(UInt8(ascii: ":"))
    }

    private static func cut(_ text: String) -> Substring {
        guard text.utf8.count > longestText else { return text[...] }
        var length = 0
        return text.prefix { character in
            length += character.utf8.count
            return length <= longestText
        }
    }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in Self.cut(text).utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
