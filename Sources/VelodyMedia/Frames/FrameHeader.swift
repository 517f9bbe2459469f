/// The four bytes that begin an MPEG audio frame (ISO/IEC 11172-3 §2.4.2.3, 13818-3 §2.4.2.3).
struct FrameHeader: Equatable {
    let word: UInt32

    /// Nil unless the bytes can begin a frame: sync, and no reserved version, layer, rate, bitrate.
    @inline(__always)
    init?(_ word: UInt32) {
        guard Self.isValid(word) else { return nil }
        self.word = word
    }

    @inline(__always)
    static func isValid(_ word: UInt32) -> Bool {
        word & 0xFFE0_0000 == 0xFFE0_0000 && word >> 19 & 3 != 1 && word >> 17 & 3 != 0
            && word >> 12 & 15 != 15 && word >> 10 & 3 != 3
    }

    var isMPEG1: Bool { word >> 19 & 3 == 3 }
    /// 1, 2 or 3.
    var layer: Int { 4 - Int(word >> 17 & 3) }
    var isMono: Bool { word >> 6 & 3 == 3 }
    var channels: Int { isMono ? 1 : 2 }
    var hasChecksum: Bool { word & 0x1_0000 == 0 }
    var isFreeFormat: Bool { word & 0xF000 == 0 }
    /// In bytes: the unit a padding bit adds.
    var padding: Int { Self.padding(word) }

    @inline(__always)
    static func padding(_ word: UInt32) -> Int {
        word & 0x200 == 0 ? 0 : word >> 17 & 3 == 3 ? 4 : 1
    }

    /// In samples per second.
    var sampleRate: Int {
        let index = Int(word >> 10 & 3)
        let rate = index == 0 ? 44_100 : index == 1 ? 48_000 : 32_000
        return switch word >> 19 & 3 {
        case 3: rate
        case 2: rate / 2
        default: rate / 4
        }
    }

    /// In samples per frame and channel.
    var samples: Int {
        switch layer {
        case 1: 384
        case 2: 1152
        default: isMPEG1 ? 1152 : 576
        }
    }

    /// In bytes, this header included: where a frame of Layer III goes on behind its side
    /// information, a checksum not counted.
    var sideInformationEnd: Int {
        4 + (isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    }

    /// In kbit/s; 0 is free format.
    var bitRate: Int {
        // Six rows of 15: MPEG-1 Layers I, II, III; MPEG-2 and 2.5 Layers I, II, III.
        Int(Self.bitRates[((isMPEG1 ? 0 : 3) + layer - 1) * 15 + Int(word >> 12 & 15)])
    }

    /// In bytes, this header included; nil in free format.
    @inline(__always)
    var size: Int? {
        let size = Self.sizes[Int(word >> 10 & 0x7FF)]
        return size == 0 ? nil : Int(size) + padding
    }

    /// In bytes, without padding, by version, layer, checksum, bitrate and rate, as these bits lie
    /// in a header; 0 where there is none.
    static let sizes: [UInt16] = (0..<0x800).map { bits in
        guard let header = FrameHeader(0xFFE0_0000 | UInt32(bits) << 10), !header.isFreeFormat
        else { return 0 }
        let perSecond = header.samples / 8 * 1000 * header.bitRate
        // Layer I counts in slots of four bytes.
        return UInt16(
            header.layer == 1
                ? perSecond / 4 / header.sampleRate * 4 : perSecond / header.sampleRate)
    }

    /// Whether the other begins a frame of the same stream: version, layer, rate, mono or not.
    @inline(__always)
    func matches(_ other: FrameHeader) -> Bool {
        (word ^ other.word) & 0xFFFE_0C00 == 0 && isMono == other.isMono
    }

    private static let bitRates: [UInt16] = [
        0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
        0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
        0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
        0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
        0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
    ]
}
