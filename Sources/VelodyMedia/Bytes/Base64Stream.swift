/// The bytes behind a text in base64 (RFC 4648 §4), decoded as they are read.
struct Base64Stream: Equatable {
    private var text: ByteStream
    private var bits = 0
    private var bitCount = 0
    private var isAtEnd = false
    /// In bytes: how many may still be read, at most.
    private(set) var limit: Int

    /// Decodes `text`; it ends at the first `=`, and white space is gone over.
    init(_ text: ByteStream) {
        self.text = text
        limit = text.limit / 4 * 3 + 3
    }

    /// The next `count` bytes as a stream of their own.
    func prefix(_ count: Int) -> Base64Stream {
        var part = self
        part.limit = max(0, min(limit, count))
        return part
    }

    /// At most `count` bytes: fewer only where the text ends.
    mutating func read(_ count: Int, of file: inout FileWindow) throws(MediaError) -> [UInt8] {
        let wanted = min(count, limit)
        var result: [UInt8] = []
        while result.count < wanted, !isAtEnd {
            // Never more letters than are needed: what is decoded cannot be given back.
            let part = try text.read(max(1, (wanted - result.count) * 4 / 3), of: &file)
            isAtEnd = part.isEmpty
            for letter in part where result.count < wanted { add(letter, to: &result) }
        }
        limit -= result.count
        return result
    }

    private mutating func add(_ letter: UInt8, to result: inout [UInt8]) {
        guard let value = Self.value(letter) else {
            isAtEnd = isAtEnd || letter == UInt8(ascii: "=")
            return
        }
        guard !isAtEnd else { return }
        bits = (bits << 6 | value) & 0xFFFF
        bitCount += 6
        guard bitCount >= 8 else { return }
        bitCount -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> bitCount))
    }

    private static func value(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(letter) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(letter) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(letter) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
