import Testing
import VelodyDomain
import VelodyMedia
import VelodyTesting

/// What the frame scan makes of files of every kind, made here.
struct FrameScanTests {
    @Test(arguments: [
        MPEGFormat(), MPEGFormat(bitRateKbps: 320, rateIndex: 1), MPEGFormat(channels: .mono),
        MPEGFormat(version: .mpeg2, bitRateKbps: 64), MPEGFormat(version: .mpeg25, bitRateKbps: 8),
        MPEGFormat(version: .mpeg2, bitRateKbps: 56, channels: .mono, rateIndex: 2),
    ])
    func `duration, bitrate, rate and channels are counted`(_ format: MPEGFormat) throws {
        var song = SongFixture(seed: 1, frameCount: 50)
        song.format = format
        let report = try Inspected(song).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(abs((report.properties?.bitRateKbps ?? 0) - format.bitRateKbps) <= 1)
        #expect(report.properties?.sampleRateHz == format.sampleRateHz)
        #expect(report.properties?.channels == format.channelCount)
        #expect(report.warnings.isEmpty)
    }

    @Test(arguments: [LengthHeader.xing(frames: 40), .info(frames: 40), .vbri(frames: 40)])
    func `a length header adds nothing to the duration`(_ header: LengthHeader) throws {
        var song = SongFixture(seed: 1)
        song.lengthHeader = header
        let report = try Inspected(song).report
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings.isEmpty)
    }

    @Test func `encoder delay and padding are told`() throws {
        var song = SongFixture(seed: 1)
        song.lengthHeader = .info(frames: 40, delay: 1105, padding: 47)
        let properties = try Inspected(song).report.properties
        #expect(properties?.encoderDelay == 1105)
        #expect(properties?.encoderPadding == 47)
    }

    @Test(arguments: [LengthHeader.xing(frames: 4000), .info(frames: 20), .vbri(frames: 80)])
    func `a header that lies is counted over, with a warning`(_ header: LengthHeader) throws {
        var song = SongFixture(seed: 1)
        song.lengthHeader = header
        let report = try Inspected(song).report
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings == ["declared-length-mismatch"])
    }

    @Test func `two files joined last as long as both`() throws {
        var first = SongFixture(title: "One", seed: 1)
        first.lengthHeader = .info(frames: 40)
        let bytes = first.bytes + SongFixture(title: "Two", seed: 2).bytes
        let report = try Inspected(bytes).report
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 80).durationMs)
        #expect(report.warnings.contains("declared-length-mismatch"))
        #expect(report.warnings.contains("inner-junk"))
    }

    @Test func `a cut last frame is not heard`() throws {
        let song = SongFixture(seed: 1)
        let report = try Inspected(song.bytes.dropLast(100)).report
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 39).durationMs)
        #expect(report.warnings == ["truncated-last-frame"])
    }

    @Test(arguments: [1, 224, 60_000])
    func `junk in front is skipped with a warning`(_ count: Int) throws {
        var song = SongFixture(seed: 1, frameCount: 1000)
        song.leadingJunk = [UInt8](repeating: 0, count: count)
        let report = try Inspected(song).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings.first == "leading-junk")
    }

    @Test func `frames that begin too late are kept aside`() throws {
        var song = SongFixture(seed: 1, frameCount: 1000)
        song.leadingJunk = [UInt8](repeating: 0, count: 70_000)
        #expect(
            try Inspected(song).report.verdict == .quarantine(reason: "no-frames-near-start"))
    }

    @Test(arguments: [(10_000, "trailing-junk"), (5, "trailing-junk")])
    func `junk behind the frames is told`(_ count: Int, _ warning: String) throws {
        var song = SongFixture(seed: 1)
        song.trailer = [UInt8](repeating: 1, count: count)
        let report = try Inspected(song).report
        #expect(report.verdict == .accept)
        #expect(report.warnings.contains(warning))
        #expect(report.warnings.contains("low-coverage") == (count > 5))
    }

    @Test func `tags behind the audio are no audio, in any order`() throws {
        let parts = [
            TrailingTags.id3v1(title: "Old"), TrailingTags.lyrics3("la la"),
            TrailingTags.ape([("Title", ["Ape"])]),
        ]
        for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            var song = SongFixture(seed: 1)
            song.trailer = order.flatMap { parts[$0] }
            let report = try Inspected(song).report
            #expect(report.warnings.isEmpty, "\(order)")
            #expect(report.properties?.durationMs == song.durationMs)
        }
    }

    @Test(arguments: [1, 2])
    func `one or two frames are too few`(_ count: Int) throws {
        let report = try Inspected(SongFixture(seed: 1, frameCount: count)).report
        #expect(report.verdict == .quarantine(reason: "too-few-frames"))
    }

    /// It may be released, and is then to have its name.
    @Test func `what is kept aside is read all the same`() throws {
        var frame = MPEGFormat().frame(seed: 1, number: 0)
        frame[2] &= 0x0F
        var free = SongFixture(title: "One", seed: 1, frameCount: 0)
        free.trailer = Array([[UInt8]](repeating: frame, count: 40).joined())
        var late = SongFixture(title: "One", seed: 1, frameCount: 2000)
        late.leadingJunk = [UInt8](repeating: 0x20, count: 70_000)
        for song in [free, late, SongFixture(title: "One", seed: 1, frameCount: 1)] {
            let report = try Inspected(song).report
            #expect(report.verdict != .accept)
            #expect(report.metadata.title == "One")
        }
    }

    /// A19, A26.
    @Test(arguments: Refused.all)
    func `what is no song is refused with its reason`(_ refused: Refused) throws {
        let report = try Inspected(refused.bytes).report
        #expect(report.verdict == refused.verdict)
        #expect(report.metadata == TrackMetadata())
    }

    @Test(arguments: [[0xFF, 0xFB, 0x90, 0x64], [0xFF], [0], [0xFF, 0xFB]] as [[UInt8]])
    func `a large file of one pattern is refused`(_ pattern: [UInt8]) throws {
        let file = ScratchFile()
        let block = [UInt8]((0..<1 << 20).map { pattern[$0 % pattern.count] })
        for index in 0..<4 { file.write(block, at: index << 20) }
        #expect(try Inspected(file).report.verdict == .reject(reason: "not-audio"))
    }
}
