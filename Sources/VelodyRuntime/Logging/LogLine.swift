/// One line of the log being written: a flat JSON object.
struct LogLine {
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

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
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
