import VelodyDomain

/// A FLAC file: its metadata blocks, and its last frame.
struct FLACFile {
    private static let blockLimit = 1_000

    private var info: [UInt8] = []
    private var places: [TagPlace] = []
    /// Where the frames begin.
    private var audio = 0

    /// Reads the structure of the file that begins behind the tags of `region`.
    static func scan(_ region: AudioRegion, of file: inout FileWindow) throws(MediaError) -> Scan {
        var flac = FLACFile()
        try flac.readBlocks(from: region.range.lowerBound + 4, of: &file)
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
            case 0 where info.isEmpty: info = try file.bytes(at: content.lowerBound, 34)
            case 4: places.append(.comment(ByteStream([content])))
            case 6: places.append(.picture(ByteStream([content])))
            default: break
            }
            audio = content.upperBound
            if head[0] & 0x80 != 0 { return }
        }
    }

    private var sampleRate: Int { info.bigEndian(at: 10, 3) >> 4 }
    private var channels: Int { info.bigEndian(at: 12, 1) >> 1 & 7 + 1 }
    /// 0 where the writer did not know.
    private var declared: Int { info.bigEndian(at: 13, 5) & 0xF_FFFF_FFFF }

    private func judge(
        _ region: AudioRegion, _ file: inout FileWindow
    ) throws(MediaError) -> Scan {
        let mediaType = MediaType.flac.rawValue
        let end = region.range.upperBound
        let blockSize = info.bigEndian(at: 2, 2)
        guard info.count == 34, sampleRate > 0, audio < end,
            let last = try FLACFrame.last(in: audio..<end, blockSize: blockSize, of: &file)
        else { return .reject(.noAudio, mediaType) }
        // Whether the last frame is whole only a decoder knows: it is, where the count says so.
        let isWhole = declared == 0 || last.end == declared
        let samples = isWhole ? last.end : min(declared, last.start)
        guard samples > 0 else { return .quarantine(.tooFewFrames, mediaType) }
        let properties = AudioProperties.measured(
            seconds: Double(samples) / Double(sampleRate), audioBytes: end - audio,
            sampleRate: sampleRate, channels: channels)
        guard let properties else { return .quarantine(.implausibleLength, mediaType) }
        var scan = Scan(
            verdict: .accept, mediaType: mediaType, properties: properties,
            places: places + region.places, isClean: true)
        if declared > 0, abs(declared - samples) * 100 > samples {
            scan.warnings.append(.declaredLengthMismatch)
        }
        return scan
    }
}
