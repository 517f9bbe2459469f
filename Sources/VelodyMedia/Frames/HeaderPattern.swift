import Glibc

/// Which headers a search stops at, decided by a few bits so that most bytes cost next to nothing.
struct HeaderPattern {
    private let mask: UInt32
    private let value: UInt32
    private let isMPEG: Bool

    /// Layer III, whatever the bitrate.
    static let layer3 = HeaderPattern(mask: 0xFFE6_0000, value: 0xFFE2_0000)
    /// Layers I, II and III.
    static let anyLayer = HeaderPattern(mask: 0xFFE0_0000, value: 0xFFE0_0000)
    /// Layer III without a stated bitrate.
    static let freeFormat = HeaderPattern(mask: 0xFFE6_F000, value: 0xFFE2_0000)

    /// A FLAC frame's fifteen bits; nothing of MPEG audio.
    static let flac = HeaderPattern(mask: 0xFFFE_0000, value: 0xFFF8_0000, isMPEG: false)

    private init(mask: UInt32, value: UInt32, isMPEG: Bool = true) {
        (self.mask, self.value, self.isMPEG) = (mask, value, isMPEG)
    }

    /// The layer of `header`, whatever the bitrate.
    static func layer(of header: FrameHeader) -> HeaderPattern {
        HeaderPattern(mask: 0xFFE6_0000, value: header.word & 0x0006_0000 | 0xFFE0_0000)
    }

    /// The first of `places` places from `bytes` on where an admitted header begins.
    ///
    /// Three more bytes must be readable behind the last place.
    func first(in bytes: UnsafeRawPointer, _ places: Int) -> Int? {
        var place = 0
        while place < places {
            if unsafe bytes.load(fromByteOffset: place, as: UInt8.self) != 0xFF {
                guard let hit = unsafe memchr(bytes + place, 0xFF, places - place) else {
                    return nil
                }
                place = unsafe UnsafeRawPointer(hit) - bytes
            }
            let word = unsafe UInt32(
                bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            if word & mask == value, !isMPEG || FrameHeader.isValid(word) { return place }
            place += 1
        }
        return nil
    }
}
