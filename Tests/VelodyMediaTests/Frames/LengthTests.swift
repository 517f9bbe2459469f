import Testing
import VelodyDomain
import VelodyTesting

/// Duration and bitrate are counted, whatever headers, rates and writers say.
struct LengthTests {
    /// A1.
    @Test(arguments: [32, 320])
    func `a VBRI file lasts as long as its frames, whatever the first one's bitrate`(
        _ first: Int
    ) throws {
        var song = SongFixture(seed: 1, frameCount: 90)
        song.bitRates = [first, 128, 192]
        song.lengthHeader = .vbri(frames: 90)
        #expect(try properties(song)?.durationMs == song.durationMs)
    }

    /// A2, A3, A4.
    @Test(arguments: [[32, 320, 128], [256, 224], [320, 32, 32, 32]])
    func `varying bitrates without a header are averaged over all frames`(
        _ rates: [Int]
    ) throws {
        var song = SongFixture(seed: 1, frameCount: 120)
        song.bitRates = rates
        let properties = try properties(song)
        #expect(properties?.durationMs == song.durationMs)
        let average = Double(song.audio.count * 8) / Double(song.durationMs)
        #expect(properties?.bitRateKbps == Int(average.rounded()))
    }

    /// A5.
    @Test(arguments: [0, 1, 0xFFFF_FFFF])
    func `a count in the header that cannot be is counted over`(_ frames: Int) throws {
        var song = SongFixture(seed: 1)
        song.lengthHeader = .xing(frames: frames)
        let report = try Inspected(song).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings == (frames == 0 ? [] : ["declared-length-mismatch"]))
    }

    /// A6.
    @Test func `a file that was cut lasts as long as what is there`() throws {
        var song = SongFixture(seed: 1, frameCount: 200)
        song.lengthHeader = .info(frames: 200)
        let report = try Inspected(Array(song.bytes.prefix(50 * song.format.frameSize))).report
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 49).durationMs)
        #expect(report.warnings.contains("declared-length-mismatch"))
    }

    /// A7, A8.
    @Test(arguments: [true, false])
    func `joined files last as long as all of them, their headers silent`(
        _ areTagged: Bool
    ) throws {
        var parts = (1...3).map { SongFixture(title: "\($0)", seed: $0, frameCount: 40) }
        for index in parts.indices {
            parts[index].lengthHeader = .info(frames: 40)
            if !areTagged { parts[index].id3v2 = nil }
        }
        let report = try Inspected(parts.flatMap(\.bytes)).report
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 120).durationMs)
        #expect(report.warnings.contains("declared-length-mismatch"))
        #expect(report.warnings.contains("inner-junk") == areTagged)
    }

    /// A7, A8: Fraunhofer's, at one place in frames of every kind.
    @Test(
        arguments: [
            MPEGFormat(), MPEGFormat(version: .mpeg2, bitRateKbps: 96, channels: .mono),
        ])
    func `joined files of Fraunhofer's encoder have silent headers too`(
        _ format: MPEGFormat
    ) throws {
        var song = SongFixture(seed: 1)
        song.format = format
        song.lengthHeader = .vbri(frames: 40)
        var whole = song
        whole.frameCount = 80
        let report = try Inspected(song.bytes + song.bytes).report
        #expect(report.properties?.durationMs == whole.durationMs)
    }

    /// A7: a checksum moves the header's place, or does not.
    @Test(arguments: [0, 2])
    func `a header behind a checksum is silent amid joined files`(_ shift: Int) throws {
        var header = LengthHeader.info(frames: 40).frame(in: MPEGFormat())
        let place = MPEGFormat().sideInformationEnd
        header.insert(contentsOf: [UInt8](repeating: 0, count: shift), at: place)
        header.removeLast(shift)
        header[1] &= 0xFE
        let song = header + SongFixture(seed: 1).audio
        let whole = SongFixture(seed: 1, frameCount: 80)
        #expect(try Inspected(song + song).report.properties?.durationMs == whole.durationMs)
    }

    /// A7: tags between songs are no fault of theirs, however large.
    @Test func `covers between joined files keep no song aside`() throws {
        let cover = PictureFixture.jpeg(filler: 60_000)
        let parts = (1...3 as ClosedRange<UInt64>).map { number in
            var song = SongFixture(title: "\(number)", cover: cover, seed: number)
            song.trailer =
                TrailingTags.ape([("Title", ["Ape"])]) + TrailingTags.id3v1(title: "Old")
            return song
        }
        let report = try Inspected(parts.flatMap(\.bytes)).report
        #expect(report.verdict == .accept)
        #expect(report.warnings == ["inner-junk"])
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 120).durationMs)
        #expect(report.metadata.title == "1")
    }

    /// A7.
    @Test func `joined files of different rates are measured by their own`() throws {
        let first = SongFixture(seed: 1, frameCount: 100)
        var second = SongFixture(seed: 2, frameCount: 100)
        second.format = MPEGFormat(version: .mpeg2, bitRateKbps: 64, channels: .mono)
        let report = try Inspected(first.bytes + second.bytes).report
        let duration = report.properties?.durationMs ?? 0
        #expect(abs(duration - first.durationMs - second.durationMs) <= 1)
        #expect(report.properties?.sampleRateHz == 44_100)
        #expect(report.warnings == ["format-change"])
    }

    /// A8.
    @Test(arguments: [(1105, 47), (576, 0), (4095, 4095)])
    func `delay and padding are told and change nothing`(_ delay: Int, _ padding: Int) throws {
        var song = SongFixture(seed: 1)
        song.lengthHeader = .info(frames: 40, delay: delay, padding: padding)
        let properties = try properties(song)
        #expect(properties?.encoderDelay == delay)
        #expect(properties?.encoderPadding == padding)
        #expect(properties?.durationMs == song.durationMs)
    }

    /// A9.
    @Test func `junk behind the frames adds nothing, and too much of it is no song`() throws {
        var song = SongFixture(seed: 1)
        song.trailer = [UInt8](repeating: 7, count: song.audio.count / 2)
        #expect(try properties(song)?.durationMs == song.durationMs)
        song.trailer = [UInt8](repeating: 7, count: song.audio.count * 2)
        let report = try Inspected(song).report
        #expect(report.verdict == .quarantine(reason: "low-frame-coverage"))
        #expect(report.properties?.durationMs == song.durationMs)
    }

    /// A10, A12: 22.05, 24, 16, 11.025, 12 and 8 kHz.
    @Test(arguments: [MPEGFormat.Version.mpeg2, .mpeg25], [0, 1, 2])
    func `low rates are exact, in mono and in stereo, also of short clips`(
        _ version: MPEGFormat.Version, _ rateIndex: Int
    ) throws {
        for channels in [MPEGFormat.Channels.mono, .stereo, .jointStereo] {
            var song = SongFixture(seed: 1, frameCount: 5)
            song.format = MPEGFormat(
                version: version, bitRateKbps: 32, channels: channels, rateIndex: rateIndex)
            let properties = try properties(song)
            #expect(properties?.durationMs == song.durationMs)
            #expect(properties?.sampleRateHz == song.format.sampleRateHz)
            #expect(properties?.channels == song.format.channelCount)
        }
    }

    /// A11.
    @Test func `free format is kept aside, with the right duration`() throws {
        var frame = MPEGFormat().frame(seed: 1, number: 0)
        frame[2] &= 0x0F
        let report = try Inspected((0..<40).flatMap { _ in frame }).report
        #expect(report.verdict == .quarantine(reason: "free-format"))
        #expect(report.properties?.durationMs == SongFixture(seed: 1).durationMs)
    }

    /// A11: 640 kbit/s at 8 kHz, the largest frames that encoders write.
    @Test func `free format is known up to its largest frames`() throws {
        let frame: [UInt8] = [0xFF, 0xE3, 0x08, 0xC0] + [UInt8](repeating: 1, count: 5756)
        let report = try Inspected((0..<10).flatMap { _ in frame }).report
        #expect(report.verdict == .quarantine(reason: "free-format"))
        #expect(report.properties?.durationMs == 720)
        #expect(report.properties?.bitRateKbps == 640)
    }

    /// A8, A11.
    @Test func `a length header in free format adds nothing`() throws {
        let header = LengthHeader.info(frames: 40, delay: 576, padding: 700)
        var frames = [header.frame(in: MPEGFormat())]
        frames += Array(repeating: MPEGFormat().frame(seed: 1, number: 0), count: 40)
        for index in frames.indices { frames[index][2] &= 0x0F }
        let properties = try Inspected(frames.flatMap(\.self)).report.properties
        #expect(properties?.durationMs == SongFixture(seed: 1).durationMs)
        #expect(properties?.encoderDelay == 576)
    }

    /// A5, A8: garbage in a header makes no song shorter than nothing.
    @Test func `delay and padding beyond the song are not told`() throws {
        var song = SongFixture(seed: 1, frameCount: 5)
        song.lengthHeader = .info(frames: 5, delay: 4000, padding: 4000)
        let properties = try properties(song)
        #expect(properties?.encoderDelay == nil && properties?.encoderPadding == nil)
        #expect(properties?.durationMs == song.durationMs)
    }

    /// A5.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `a header that holds garbage is counted over`(_ seed: UInt64) throws {
        let song = SongFixture(seed: 1)
        var header = LengthHeader.xing(frames: 40).frame(in: song.format)
        let garbage = Noise.bytes(header.count, seed: seed)
        let start = song.format.sideInformationEnd + 4
        header.replaceSubrange(start..., with: garbage[start...])
        let report = try Inspected(header + song.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == song.durationMs)
    }

    /// A25, and Layer II.
    @Test func `Layer II is kept aside`() throws {
        // 384 kbit/s at 48 kHz: 1152 bytes a frame.
        let frame: [UInt8] = [0xFF, 0xFD, 0xE4, 0] + [UInt8](repeating: 1, count: 1148)
        let report = try Inspected((0..<20).flatMap { _ in frame }).report
        #expect(report.verdict == .quarantine(reason: "not-layer-3"))
        #expect(report.properties?.durationMs == 480)
    }

    /// PM2.
    @Test func `a length in the tags is never believed`() throws {
        var song = SongFixture(seed: 1)
        var tag = ID3v2Fixture(.v24)
        tag.add(text: "TLEN", ["999999"])
        song.id3v2 = tag
        #expect(try properties(song)?.durationMs == song.durationMs)
    }

    /// CBR at 44.1 kHz needs padding bytes in some frames.
    @Test func `padded frames are counted by their real size`() throws {
        let format = MPEGFormat()
        let bytes = (0..<60).flatMap { format.frame(seed: 1, number: $0, padded: $0 % 3 == 0) }
        let report = try Inspected(bytes).report
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 60).durationMs)
        #expect(report.warnings.isEmpty)
    }

    private func properties(_ song: SongFixture) throws -> AudioProperties? {
        try Inspected(song).report.properties
    }
}
