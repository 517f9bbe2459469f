import VelodyDomain

/// A FLAC file: its metadata blocks, and its last frame.
struct FLACFile {
    private static let blockLimit = 1_000

    private var info: FLACInfo?
    /// Comments and pictures, in the file's order.
    private var blocks: [(type: UInt8, content: Range<Int>)] = []
    /// Where the frames begin.
    private var audio = 0

    /// Reads the structure of the file that begins behind the tags of `region`.
    static func scan(_ region: AudioRegion, of file: inout FileWindow) throws(MediaError) -> Scan {
        var flac = FLACFile()
        let start = region.range.lowerBound + 4
        try flac.readBlocks(from: start, of: &file)
        try flac.findFrames(in: start..<max(start, region.range.upperBound), of: &file)
        return try flac.judge(region, &file)
    }

    /// Reads the metadata blocks (RFC 9639 §8).
    private mutating func readBlocks(
        from start: Int, of file: inout FileWindow
    ) throws(MediaError) {
        audio = start
        for _ in 0..<Self.blockLimit {
            let head = try file.bytes(at: audio, 4)
            // A size that is wrong leads into the frames.
            guard head.count == 4, head[0] != 0xFF else { return }
            let content = audio + 4..<min(file.size, audio + 4 + head.bigEndian(at: 1, 3))
            switch head[0] & 0x7F {
            case 0 where info == nil:
                info = FLACInfo(try file.bytes(at: content.lowerBound, FLACInfo.size))
            case 4, 6: blocks.append((head[0] & 0x7F, content))
            default: break
            }
            audio = content.upperBound
            if head[0] & 0x80 != 0 { return }
        }
    }

    /// Looks for the first frame where the blocks do not lead to one.
    ///
    /// Then one of them is longer or shorter than it says, as pictures of more than 16 MiB have to
    /// be: how long comments and pictures are, these say themselves.
    private mutating func findFrames(
        in range: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) {
        guard let info, try FLACFrame.at(audio, of: info, end: range.upperBound, &file) == nil,
            let first = try FLACFrame.beginning(in: range, of: info, &file)
        else { return }
        audio = first
        blocks = blocks.filter { $0.content.lowerBound < first }
            .map { ($0.type, $0.content.lowerBound..<first) }
    }

    private var places: [TagPlace] {
        blocks.map { type, content in
            let stream = ByteStream([content])
            return type == 4 ? .comment(stream) : .picture(stream)
        }
    }

    private func judge(
        _ region: AudioRegion, _ file: inout FileWindow
    ) throws(MediaError) -> Scan {
        let mediaType = MediaType.flac.rawValue
        var end = region.range.upperBound
        guard let info, audio < end,
            let last = try FLACFrame.last(in: audio..<end, of: info, &file)
        else { return .reject(.noAudio, mediaType) }
        // Where the last frame ends only a decoder knows, but not where it goes on too long.
        let hasJunk = info.frameSize > 0 && end - last.place > info.frameSize
        if hasJunk { end = last.place + info.frameSize }
        let declared = info.samples
        // Whether the last frame is whole only a decoder knows: it is, where the count says so.
        let isWhole = declared == 0 || last.end == declared
        let samples = isWhole ? last.end : min(declared, last.start)
        guard samples > 0 else { return .quarantine(.tooFewFrames, mediaType) }
        let properties = AudioProperties.measured(
            seconds: Double(samples) / Double(info.sampleRate), audioBytes: end - audio,
            sampleRate: info.sampleRate, channels: info.channels)
        guard let properties else { return .quarantine(.implausibleLength, mediaType) }
        var scan = Scan(
            verdict: .accept, mediaType: mediaType, properties: properties,
            places: places + region.places, isClean: true)
        if hasJunk { scan.warnings.append(.trailingJunk) }
        if declared > 0, abs(declared - samples) * 100 > samples {
            scan.warnings.append(.declaredLengthMismatch)
        }
        return scan
    }
}
