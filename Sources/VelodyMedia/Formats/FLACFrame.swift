/// The header of a FLAC frame (RFC 9639 §9.1), which says where in the song it stands.
struct FLACFrame: Equatable {
    /// Where in the file it begins.
    let place: Int
    /// In samples from the song's beginning.
    let start: Int
    /// In samples: where the next frame would begin.
    let end: Int

    /// In bytes: the longest header.
    private static let longest = 16
    /// In bytes: how much is looked at, from the end backwards, until it holds a frame.
    private static let step = 1 << 20

    /// The last frame in `range` whose header is in order.
    ///
    /// Where one ends as the file says that the song does, that one: what only looks like a header
    /// may stand inside it.
    static func last(
        in range: Range<Int>, of info: FLACInfo, _ file: inout FileWindow
    ) throws(MediaError) -> FLACFrame? {
        var end = range.upperBound
        while end > range.lowerBound {
            let start = max(range.lowerBound, end - step)
            var (found, offset): (FLACFrame?, Int) = (nil, start)
            while let place = try file.nextHeader(.flac, in: offset..<end, end: range.upperBound) {
                offset = place + 1
                guard let frame = try at(place, of: info, end: range.upperBound, &file) else {
                    continue
                }
                if found?.end != info.samples { found = frame }
            }
            if let found { return found }
            end = start
        }
        return nil
    }

    /// Where in `range` the frame stands that a song begins with; nil if there is none.
    static func beginning(
        in range: Range<Int>, of info: FLACInfo, _ file: inout FileWindow
    ) throws(MediaError) -> Int? {
        var offset = range.lowerBound
        while let place = try file.nextHeader(
            .flac, in: offset..<range.upperBound, end: range.upperBound)
        {
            if try at(place, of: info, end: range.upperBound, &file)?.start == 0 { return place }
            offset = place + 1
        }
        return nil
    }

    /// The frame whose header is at `place`; nil if none in order is.
    static func at(
        _ place: Int, of info: FLACInfo, end: Int, _ file: inout FileWindow
    ) throws(MediaError) -> FLACFrame? {
        let bytes = try file.bytes(at: place, min(longest, max(0, end - place)))
        return FLACFrame(bytes, at: place, of: info)
    }

    /// Nil where the bytes are no header, it is not of such a file, or its checksum is wrong.
    private init?(_ bytes: [UInt8], at place: Int, of info: FLACInfo) {
        guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8,
            Self.fits(bytes, info), let number = Self.number(bytes)
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
        self.place = place
        // With blocks of one size the number counts frames, otherwise samples.
        start = bytes[1] & 1 == 1 ? number.value : number.value * max(info.blockSize, 1)
        end = start + samples
    }

    /// Whether channels, bits and rate are those of the file: a checksum of one byte alone says too
    /// little.
    private static func fits(_ bytes: [UInt8], _ info: FLACInfo) -> Bool {
        let (channels, bits, rate) = (bytes[3] >> 4, bytes[3] >> 1 & 7, Int(bytes[2] & 15))
        let isStereo = (8...10).contains(channels)
        guard bytes[3] & 1 == 0, isStereo ? info.channels == 2 : channels + 1 == info.channels,
            bits == 0 || Self.bits[Int(bits)] == info.bitsPerSample
        else { return false }
        return rate < rates.count ? rate == 0 || rates[rate] == info.sampleRate : rate != 15
    }

    /// By their codes (RFC 9639 §9.1.2 and §9.1.4).
    private static let rates = [
        0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
    ]
    private static let bits = [0, 8, 12, -1, 16, 20, 24, 32]

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
