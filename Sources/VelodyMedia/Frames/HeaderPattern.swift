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
    /// `readable` bytes may be read, at least three more than there are places. A header whose
    /// frame ends among them counts only if it is followed by another one of its stream, or if
    /// the frame reaches to `end`.
    func first(in bytes: UnsafeRawPointer, _ places: Int, readable: Int, end: Int) -> Int? {
        unsafe FrameHeader.sizes.withUnsafeBufferPointer { sizes in
            var place = 0
            while unsafe Self.findFF(bytes, &place, places) {
                let word = unsafe Self.word(bytes, place)
                if word & mask == value, !isMPEG || FrameHeader.isValid(word) {
                    let size = unsafe Int(sizes[Int(word >> 10 & 0x7FF)])
                    let next = place + size + FrameHeader.padding(word)
                    if !isMPEG || size == 0 || next + 4 > readable || next >= end { return place }
                    if unsafe (Self.word(bytes, next) ^ word) & 0xFFFE_0C00 == 0 { return place }
                }
                place += 1
            }
            return nil
        }
    }

    /// Goes to the next 0xFF: one by one where they are dense, else by leaps.
    @inline(__always)
    private static func findFF(
        _ bytes: UnsafeRawPointer, _ place: inout Int, _ places: Int
    ) -> Bool {
        let near = min(places, place + 8)
        while place < near {
            if unsafe bytes.load(fromByteOffset: place, as: UInt8.self) == 0xFF { return true }
            place += 1
        }
        guard place < places, let hit = unsafe memchr(bytes + place, 0xFF, places - place) else {
            return false
        }
        place = unsafe UnsafeRawPointer(hit) - bytes
        return true
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawPointer, _ place: Int) -> UInt32 {
        unsafe UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
}
