/// What the first block of a FLAC file says of its sound (RFC 9639 §8.2).
struct FLACInfo: Equatable {
    /// In bytes.
    static let size = 34

    /// In samples: the longest block.
    let blockSize: Int
    /// In bytes: the longest frame; 0 where the writer did not know.
    let frameSize: Int
    let sampleRate: Int
    let channels: Int
    let bitsPerSample: Int
    /// In samples; 0 where the writer did not know.
    let samples: Int

    /// Nil unless `bytes` are a whole block with a rate.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        blockSize = bytes.bigEndian(at: 2, 2)
        frameSize = bytes.bigEndian(at: 7, 3)
        sampleRate = bytes.bigEndian(at: 10, 3) >> 4
        channels = bytes.bigEndian(at: 12, 1) >> 1 & 7 + 1
        bitsPerSample = bytes.bigEndian(at: 12, 2) >> 4 & 31 + 1
        samples = bytes.bigEndian(at: 13, 5) & 0xF_FFFF_FFFF
        guard sampleRate > 0 else { return nil }
    }
}
