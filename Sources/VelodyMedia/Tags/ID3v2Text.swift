/// Reading the texts of ID3v2, also those that are not as they say.
enum ID3v2Text {
    /// The values of a text frame, and whether their encoding was guessed.
    static func values(
        of content: [UInt8], _ legacy: LegacyText
    ) -> (texts: [String], isGuess: Bool) {
        guard let encoding = content.first else { return ([], false) }
        let bytes = content.dropFirst()
        // A mark of UTF-16 says more than the byte in front of it.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return (wide(Array(bytes), isBigEndian: false), false)
        }
        switch encoding {
        case 1 where bytes.allSatisfy(isASCII), 2 where bytes.allSatisfy(isASCII):
            return legacy.values(bytes)
        case 1, 2: return (wide(Array(bytes), isBigEndian: encoding == 2), false)
        case 3:
            let values = bytes.split(separator: 0, maxSplits: TagValues.limit)
            return (values.map { String(decoding: $0, as: UTF8.self) }, false)
        case 0: return legacy.values(bytes)
        // No encoding: the byte is a letter already, or means nothing.
        default: return legacy.values(encoding < 0x20 ? bytes : content[...])
        }
    }

    /// Letters of one byte; in UTF-16 at least every other byte of these languages is zero.
    private static func isASCII(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    /// UTF-16: each value may have its mark; without any, the side where the zeros are decides.
    private static func wide(_ bytes: [UInt8], isBigEndian: Bool) -> [String] {
        var isBigEndian = zerosFirst(bytes) ?? isBigEndian
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.bigEndian(at: $0, 2) }
        return units.split(separator: 0, maxSplits: TagValues.limit).map { units in
            if units.first == 0xFEFF { isBigEndian = true }
            if units.first == 0xFFFE { isBigEndian = false }
            let native = units.map { UInt16($0) }.map { isBigEndian ? $0 : $0.byteSwapped }
            // A name is compared before it is cleaned: marks are no part of it.
            return String(decoding: native.drop { $0 == 0xFEFF }, as: UTF16.self)
        }
    }

    /// Whether letters have their zero byte first; nil where neither side has more of them.
    private static func zerosFirst(_ bytes: [UInt8]) -> Bool? {
        var zeros = [0, 0]
        for (index, byte) in bytes.prefix(512).enumerated() where byte == 0 {
            zeros[index % 2] += 1
        }
        return zeros[0] == zeros[1] ? nil : zeros[0] > zeros[1]
    }
}
