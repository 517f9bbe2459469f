import VelodyDomain

/// An Ogg file: its pages from the first to the last.
struct OggFile {
    /// Songs of weeks have fewer; each costs memory.
    private static let streamLimit = 10_000

    private var streams: [OggStream] = []
    /// Where in `streams` the last one of each serial number is.
    private var indices: [Int: Int] = [:]
    /// Whether a stream of another codec was met: pictures that move, or other audio.
    private var hasForeign = false
    /// Whether a stream of a codec for audio was met that is not played everywhere.
    private var hasOddAudio = false
    /// Where the last whole page ends.
    private var end = 0
    private var hasInnerJunk = false

    /// Reads the structure of the file that begins behind the tags of `region`.
    static func scan(_ region: AudioRegion, of file: inout FileWindow) throws(MediaError) -> Scan {
        var ogg = OggFile()
        try ogg.readPages(in: region.range, of: &file)
        return ogg.judge(region)
    }

    private mutating func readPages(
        in range: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            if let page = try OggPage(at: offset, of: &file) {
                hasInnerJunk = hasInnerJunk || end > 0 && offset > end
                try take(page, &file)
                offset = page.payload.upperBound
                end = offset
            } else {
                offset =
                    try file.place(of: "OggS", in: offset + 1..<range.upperBound)
                    ?? range.upperBound
            }
        }
    }

    private mutating func take(_ page: OggPage, _ file: inout FileWindow) throws(MediaError) {
        if page.isFirst {
            if let stream = try OggStream(page, of: &file) {
                guard streams.count < Self.streamLimit else { return }
                indices[page.serial] = streams.count
                streams.append(stream)
            } else {
                takeForeign(try file.bytes(at: page.payload.lowerBound, 8))
            }
        } else if let index = indices[page.serial] {
            try streams[index].take(page, of: &file)
        }
    }

    private mutating func takeForeign(_ head: [UInt8]) {
        // An index of the others, which is nothing of its own.
        if head.holds("fishead") { return }
        let isAudio = head.dropFirst().starts(with: "FLAC".utf8) || head.holds("Speex")
        if isAudio { hasOddAudio = true } else { hasForeign = true }
    }

    private func judge(_ region: AudioRegion) -> Scan {
        if hasOddAudio, !hasForeign { return .quarantine(.unknownCodec, MediaType.vorbis.rawValue) }
        guard let first = streams.first, !hasForeign else {
            return .reject(.otherContainer, "application/ogg")
        }
        let mediaType = first.codec == .opus ? MediaType.opus : .vorbis
        let seconds = streams.reduce(0.0) { $0 + Double($1.samples) / Double($1.sampleRate) }
        guard streams.contains(where: \.hasAudio) else {
            return .reject(.noAudio, mediaType.rawValue)
        }
        let properties = AudioProperties.measured(
            seconds: seconds, audioBytes: streams.reduce(0) { $0 + $1.audioBytes },
            sampleRate: first.sampleRate, channels: first.channels)
        guard let properties else { return .quarantine(.implausibleLength, mediaType.rawValue) }
        var scan = Scan(
            verdict: .accept, mediaType: mediaType.rawValue, properties: properties,
            places: streams.compactMap(\.comment).map(TagPlace.comment) + region.places,
            isClean: true)
        if hasInnerJunk { scan.warnings.append(.innerJunk) }
        if end < region.range.upperBound { scan.warnings.append(.trailingJunk) }
        if streams.count > 1 { scan.warnings.append(.joined) }
        return scan
    }
}
