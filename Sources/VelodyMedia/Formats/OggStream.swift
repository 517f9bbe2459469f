/// One logical stream of Vorbis or Opus: its headers, and how far it goes.
struct OggStream {
    enum Codec { case vorbis, opus }

    let codec: Codec
    let channels: Int
    /// In samples per second: the unit of positions.
    let sampleRate: Int
    /// In samples, that are decoded but not heard.
    let skipped: Int
    /// In samples: the longest block of Vorbis.
    private let blockSize: Int

    /// The comment header, once it is whole.
    private(set) var comment: ByteStream?
    private var pieces: [Range<Int>] = []
    private var headersLeft: Int
    private var origin: Int?
    private var last = 0
    /// In bytes.
    private(set) var audioBytes = 0

    /// In samples, without what is skipped.
    var samples: Int { max(0, last - (origin ?? 0) - skipped) }
    var hasAudio: Bool { origin != nil }

    /// Reads the identification header; nil if it is of another codec.
    init?(_ page: OggPage, of file: inout FileWindow) throws(MediaError) {
        let head = try file.bytes(at: page.payload.lowerBound, min(32, page.payload.count))
        if head.holds("\u{1}vorbis"), head.count >= 30 {
            (codec, headersLeft, skipped) = (.vorbis, 2, 0)
            channels = Int(head[11])
            sampleRate = head.littleEndian(at: 12)
            blockSize = 1 << Int(head[28] >> 4)
        } else if head.holds("OpusHead"), head.count >= 19 {
            (codec, headersLeft, blockSize) = (.opus, 1, 0)
            channels = Int(head[9])
            // Opus always counts in 48 kHz, whatever the input was (RFC 7845 §4).
            sampleRate = 48_000
            skipped = head.littleEndian(at: 10, 2)
        } else {
            return nil
        }
        guard channels > 0, sampleRate > 0 else { return nil }
    }

    /// Takes a page that follows the first one.
    mutating func take(_ page: OggPage, of file: inout FileWindow) throws(MediaError) {
        guard headersLeft > 0 else { return try takeAudio(page, &file) }
        for packet in page.packets where headersLeft > 0 {
            pieces.append(packet.piece)
            guard packet.isEnded else { continue }
            if comment == nil {
                var stream = ByteStream(pieces)
                try stream.skip(codec == .vorbis ? 7 : 8, of: &file)
                comment = stream
            }
            pieces = []
            headersLeft -= 1
        }
    }

    /// A recording of a running broadcast begins with a large position: it is not counted in.
    private mutating func takeAudio(
        _ page: OggPage, _ file: inout FileWindow
    ) throws(MediaError) {
        audioBytes += page.payload.count
        guard let position = page.position else { return }
        if origin == nil {
            let samples = codec == .opus ? try opusSamples(page, &file) : vorbisSamples(page)
            // The very last page may state less than it holds: the end is cut off.
            origin = position > samples.most ? position - samples.likely : 0
        }
        last = max(last, position)
    }

    /// Short blocks make it less; how many there are only a decoder knows.
    private func vorbisSamples(_ page: OggPage) -> (likely: Int, most: Int) {
        let packets = page.packetsEnded
        return (max(0, packets - 1) * blockSize / 2, packets * blockSize)
    }

    /// By the first byte of each packet (RFC 6716 §3.1).
    private func opusSamples(
        _ page: OggPage, _ file: inout FileWindow
    ) throws(MediaError) -> (likely: Int, most: Int) {
        var samples = 0
        for packet in page.packets where packet.isEnded {
            let head = try file.bytes(at: packet.piece.lowerBound, min(2, packet.piece.count))
            samples += Self.opusSamples(head)
        }
        return (samples, samples)
    }

    private static func opusSamples(_ head: [UInt8]) -> Int {
        guard let first = head.first else { return 0 }
        let mode = Int(first >> 3)
        let frame =
            mode < 12
            ? [480, 960, 1920, 2880][mode & 3]
            : mode < 16 ? [480, 960][mode & 1] : 120 << (mode & 3)
        let frames = [1, 2, 2][safe: Int(first & 3)] ?? Int((head.count > 1 ? head[1] : 1) & 63)
        return frame * frames
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
