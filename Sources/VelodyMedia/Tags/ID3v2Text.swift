/// Reading the texts of ID3v2, also those that are not as they say.
enum ID3v2Text {
    /// The values of a text frame, and whether their encoding was guessed.
    static func values(of content: [UInt8]) -> (texts: [String], isGuess: Bool) {
        guard let encoding = content.first else { return ([], false) }
        let bytes = content.dropFirst()
        switch encoding {
        case 1, 2: return (wide(Array(bytes), isBigEndian: encoding == 2), false)
        case 3: return (split(bytes).map { String(decoding: $0, as: UTF8.self) }, false)
        case 0: return undeclared(bytes)
        // No encoding: the byte is a letter already, or means nothing.
        default: return undeclared(encoding < 0x20 ? bytes : content[...])
        }
    }

    /// Text that does not say its encoding: UTF-8 if it is that, else Latin-1.
    static func undeclared(_ bytes: ArraySlice<UInt8>) -> (texts: [String], isGuess: Bool) {
        var isGuess = false
        let texts = split(bytes).map { part in
            let text = undeclaredValue(part)
            isGuess = isGuess || text.isGuess
            return text.text
        }
        return (texts, isGuess)
    }

    private static func undeclaredValue(_ bytes: ArraySlice<UInt8>) -> (text: String, isGuess: Bool)
    {
        if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
        let scalars = bytes.map { Unicode.Scalar($0) }
        return (String(String.UnicodeScalarView(scalars)), true)
    }

    private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 0, maxSplits: TagValues.limit)
    }

    /// UTF-16: each value may have its mark; without any, the side where the zeros are decides.
    private static func wide(_ bytes: [UInt8], isBigEndian: Bool) -> [String] {
        var isBigEndian = isBigEndian || hasZerosFirst(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.bigEndian(at: $0, 2) }
        return units.split(separator: 0, maxSplits: TagValues.limit).map { units in
            if units.first == 0xFEFF { isBigEndian = true }
            if units.first == 0xFFFE { isBigEndian = false }
            let native = units.map { UInt16($0) }.map { isBigEndian ? $0 : $0.byteSwapped }
            return String(decoding: native, as: UTF16.self)
        }
    }

    private static func hasZerosFirst(_ bytes: [UInt8]) -> Bool {
        var zeros = [0, 0]
        for (index, byte) in bytes.prefix(512).enumerated() where byte == 0 {
            zeros[index % 2] += 1
        }
        return zeros[0] > zeros[1]
    }
}
