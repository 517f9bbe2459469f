/// The header of a FLAC frame (RFC 9639 §9.1), which says where in the song it stands.
struct FLACFrame: Equatable {
    /// In samples from the song's beginning.
    let start: Int
    /// In samples: where the next frame would begin.
    let end: Int

    /// In bytes: the longest header.
    private static let longest = 16
    /// In bytes: how much is looked at, from the end backwards, until it holds a frame.
    private static let step = 1 << 20

    /// The last frame in `range` whose header is in order.
    static func last(
        in range: Range<Int>, blockSize: Int, of file: inout FileWindow
    ) throws(MediaError) -> FLACFrame? {
        var end = range.upperBound
        while end > range.lowerBound {
            let start = max(range.lowerBound, end - step)
            var (found, offset): (FLACFrame?, Int) = (nil, start)
            while let place = try file.nextHeader(.flac, in: offset..<end, end: range.upperBound) {
                offset = place + 1
                let bytes = try file.bytes(at: place, min(longest, range.upperBound - place))
                if let frame = FLACFrame(bytes, blockSize: blockSize) { found = frame }
            }
            if let found { return found }
            end = start
        }
        return nil
    }

    /// Nil where the bytes are no header, or its checksum is wrong.
    private init?(_ bytes: [UInt8], blockSize: Int) {
        guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8,
            let number = Self.number(bytes)
        else { return nil }
        var length = 4 + number.length
        let code = Int(bytes[2] >> 4)
        let samples: Int
        switch code {
        case 0: return nil
        case 1: samples = 192
        case 2...5: samples = 576 << (code - 2)
        case 6, 7:
            samples = bytes.bigEndian(at: length, code - 5) + 1
            length += code - 5
        default: samples = 256 << (code - 8)
        }
        length += [0xC: 1, 0xD: 2, 0xE: 2][Int(bytes[2] & 15)] ?? 0
        guard length < bytes.count, Self.checksum(bytes[..<length]) == bytes[length] else {
            return nil
        }
        // With blocks of one size the number counts frames, otherwise samples.
        start = bytes[1] & 1 == 1 ? number.value : number.value * max(blockSize, 1)
        end = start + samples
    }

    /// A number in the way of UTF-8, of up to seven bytes.
    private static func number(_ bytes: [UInt8]) -> (value: Int, length: Int)? {
        let ones = (~bytes[4]).leadingZeroBitCount
        if ones == 0 { return (Int(bytes[4]), 1) }
        guard (2...7).contains(ones), 4 + ones <= bytes.count else { return nil }
        var value = Int(bytes[4]) & (0x7F >> ones)
        for byte in bytes[5..<4 + ones] {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | Int(byte & 0x3F)
        }
        return (value, ones)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 == 0 ? 0 : 0x07) }
        }
    }
}
