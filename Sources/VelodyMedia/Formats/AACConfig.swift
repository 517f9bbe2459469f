/// What an AAC decoder is told about a stream (ISO/IEC 14496-3 §1.6.2).
///
/// The container states the core's values; these are those that are heard.
struct AACConfig: Equatable {
    private(set) var sampleRate = 0
    /// 0 where the stream itself says it.
    private(set) var channels = 0
    /// Whether it is AAC of any kind: MP3, DTS and MPEG-4's lossless coding go by the same name.
    private(set) var isAAC = true

    /// Finds the configuration behind the letters `esds`; nil if there is none.
    init?(esds bytes: [UInt8]) {
        guard let start = bytes.indices.first(where: { bytes.holds("esds", at: $0) }) else {
            return nil
        }
        var rest = bytes[(start + 4)...].dropFirst(4)
        guard Self.open(0x03, &rest) != nil else { return nil }
        rest = rest.dropFirst(3)
        guard Self.open(0x04, &rest) != nil, let kind = rest.first else { return nil }
        guard Self.indications.contains(kind) else {
            self.init(isAAC: false)
            return
        }
        rest = rest.dropFirst(13)
        guard let size = Self.open(0x05, &rest), size >= 2 else { return nil }
        self.init(BitReader(Array(rest.prefix(size))))
    }

    private init(isAAC: Bool) { self.isAAC = isAAC }

    /// Goes into a descriptor; its size has seven bits a byte.
    private static func open(_ tag: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.popFirst() == tag else { return nil }
        var size = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst() else { return nil }
            size = size << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return size
    }

    private init?(_ bits: BitReader) {
        var bits = bits
        var type = Self.objectType(&bits)
        sampleRate = Self.rate(&bits)
        let layout = bits.read(4)
        channels = layout == 7 ? 8 : layout < 7 ? layout : 0
        if type == 5 || type == 29 {
            // A mono core whose stereo is described beside it.
            if type == 29 { channels = 2 }
            sampleRate = Self.rate(&bits)
            type = Self.objectType(&bits)
        } else {
            readExtension(&bits)
        }
        isAAC = Self.objectTypes.contains(type)
        guard sampleRate > 0 else { return nil }
    }

    /// MPEG-4 audio, and the profiles of MPEG-2's AAC (mp4ra.org, object types).
    private static let indications: Set<UInt8> = [0x40, 0x66, 0x67, 0x68]
    /// Main, LC, SSR, LTP, SBR, scalable, their error resilient forms, low delay, PS, USAC (§1.5.1).
    private static let objectTypes: Set<Int> = [1, 2, 3, 4, 5, 6, 17, 19, 20, 23, 29, 39, 42]

    /// The backward compatible way to announce a higher rate, behind the core's settings.
    private mutating func readExtension(_ bits: inout BitReader) {
        _ = bits.read(1)
        if bits.read(1) == 1 { _ = bits.read(14) }
        _ = bits.read(1)
        guard bits.left >= 16, bits.read(11) == 0x2B7, Self.objectType(&bits) == 5,
            bits.read(1) == 1
        else { return }
        sampleRate = Self.rate(&bits)
        if bits.left >= 12, bits.read(11) == 0x548, bits.read(1) == 1 { channels = 2 }
    }

    private static func objectType(_ bits: inout BitReader) -> Int {
        let type = bits.read(5)
        return type == 31 ? 32 + bits.read(6) : type
    }

    private static func rate(_ bits: inout BitReader) -> Int {
        let index = bits.read(4)
        if index == 15 { return bits.read(24) }
        return index < rates.count ? rates[index] : 0
    }

    private static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
        8_000, 7_350,
    ]
}
