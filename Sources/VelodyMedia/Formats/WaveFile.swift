import VelodyDomain

/// A RIFF/WAVE file: its format, and where its samples and tags are.
struct WaveFile {
    private static let chunkLimit = 1_000
    /// PCM, floating point, A-law and µ-law: what players agree on.
    private static let playable: Set<Int> = [1, 3, 6, 7]
    /// Layers of MPEG audio.
    private static let mpeg: Set<Int> = [0x50, 0x55]

    private var format = 0
    private var channels = 0
    private var sampleRate = 0
    /// In bytes: one sample of all channels.
    private var blockSize = 0
    /// How many the file says it has, of one channel; 0 where it does not.
    private var samples = 0
    private var data: Range<Int>?
    private var isCut = false
    private var id3v2: [TagPlace] = []
    private var info: [TagPlace] = []
    /// In bytes, from the chunk of RF64 that holds what does not fit into four bytes.
    private var longSize: Int?

    /// Reads the structure of the file that begins at `offset`, behind the tags of `region`.
    static func scan(_ region: AudioRegion, of file: inout FileWindow) throws(MediaError) -> Scan {
        var wave = WaveFile()
        try wave.readChunks(in: region.range.lowerBound + 12..<file.size, of: &file)
        return try wave.judge(region, &file)
    }

    private mutating func readChunks(
        in range: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) {
        var offset = range.lowerBound
        for _ in 0..<Self.chunkLimit {
            let head = try file.bytes(at: offset, 8)
            guard head.count == 8 else { return }
            let name = String(decoding: head[..<4], as: UTF8.self)
            let size = head.littleEndian(at: 4)
            let start = offset + 8
            let end = try take(name, start, size, &file)
            offset = end
            // Chunks of odd length are filled up with a zero; some writers forget it.
            if (end - start) % 2 == 1, try file.bytes(at: end, 1) == [0] { offset += 1 }
        }
    }

    /// Takes one chunk, and tells where it ends.
    private mutating func take(
        _ name: String, _ start: Int, _ size: Int, _ file: inout FileWindow
    ) throws(MediaError) -> Int {
        let end = min(file.size, start + size)
        switch name {
        case "ds64": longSize = try file.bytes(at: start + 8, 8).littleEndian(at: 0, 7)
        case "fact" where size >= 4: samples = try file.bytes(at: start, 4).littleEndian(at: 0)
        case "fmt ": readFormat(try file.bytes(at: start, 40))
        case "data" where data == nil:
            data = dataRange(start, size, file.size)
            return data?.upperBound ?? end
        case "id3 ", "ID3 ": id3v2.append(.id3v2(start..<max(start, end)))
        case "LIST" where try file.bytes(at: start, 4).holds("INFO") && end > start + 4:
            info.append(.info(start + 4..<end))
        default: break
        }
        return end
    }

    private mutating func readFormat(_ bytes: [UInt8]) {
        format = bytes.littleEndian(at: 0, 2)
        // The extensible form has the format in front of its identifier.
        if format == 0xFFFE { format = bytes.littleEndian(at: 24, 2) }
        channels = bytes.littleEndian(at: 2, 2)
        sampleRate = bytes.littleEndian(at: 4)
        blockSize = bytes.littleEndian(at: 12, 2)
        let bits = bytes.littleEndian(at: 14, 2)
        // Less than the samples take is a mistake; more is room between them.
        blockSize = max(blockSize, channels * ((bits + 7) / 8))
    }

    /// Writers that could not go back to fill in the size left 0, or all bits set.
    private mutating func dataRange(_ start: Int, _ size: Int, _ end: Int) -> Range<Int> {
        let stated = size == 0xFFFF_FFFF ? longSize : size == 0 ? nil : size
        guard let stated else { return start..<end }
        isCut = start + stated > end
        return start..<min(end, start + stated)
    }

    private func judge(
        _ region: AudioRegion, _ file: inout FileWindow
    ) throws(MediaError) -> Scan {
        let mediaType = MediaType.wav.rawValue
        guard let data, !data.isEmpty else { return .reject(.noAudio, mediaType) }
        let places = region.id3v2.map(TagPlace.id3v2) + id3v2 + info
        if var song = try mpegAudio(in: data, &file) {
            song.places = places
            return song
        }
        guard Self.playable.contains(format), channels > 0, sampleRate > 0, blockSize > 0 else {
            return .quarantine(.unknownCodec, mediaType, places: places)
        }
        let properties = AudioProperties.measured(
            seconds: Double(data.count / blockSize) / Double(sampleRate),
            audioBytes: data.count / blockSize * blockSize, sampleRate: sampleRate,
            channels: channels)
        guard let properties else { return .quarantine(.implausibleLength, mediaType) }
        var scan = Scan(
            verdict: .accept, mediaType: mediaType, properties: properties, places: places,
            isClean: true)
        if isCut { scan.warnings.append(.declaredLengthMismatch) }
        return scan
    }

    /// Frames of Layer III, announced or not: players of WAV files do not know them.
    private func mpegAudio(
        in data: Range<Int>, _ file: inout FileWindow
    ) throws(MediaError) -> Scan? {
        let (starts, end) = (data.prefix(FrameChain.startLimit), data.upperBound)
        if !Self.mpeg.contains(format), format != 0 {
            // Samples that begin as frames do are frames, whatever the header says.
            guard try FrameChain.begins(.layer3, at: data.lowerBound, end: end, of: &file) else {
                return nil
            }
        }
        var properties: AudioProperties?
        if let start = try FrameChain.first(.layer3, in: starts, end: end, of: &file),
            let count = try FrameCount.walk(from: start, end: end, of: &file)
        {
            properties = FrameScan.properties(of: count)
            if let length = length(confirmedBy: count) { properties?.durationMs = length }
        }
        return .quarantine(.mp3InWAV, MediaType.wav.rawValue, properties)
    }

    /// In milliseconds, by the file's own count of samples, which leaves out what fills up the last
    /// frame; nil unless the frames bear it out.
    private func length(confirmedBy count: FrameCount) -> Int? {
        let (counted, frame) = (count.frames * count.first.samples, count.first.samples)
        guard !count.hasChange, samples > counted - 2 * frame, samples <= counted, samples > 0
        else { return nil }
        return Int((1000 * Double(samples) / Double(count.first.sampleRate)).rounded())
    }
}
