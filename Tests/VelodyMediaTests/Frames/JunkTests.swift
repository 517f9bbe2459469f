import Testing
import VelodyDomain
import VelodyTesting

/// What stands before, between and after frames, and what only looks like frames.
struct JunkTests {
    private static let sync: [UInt8] = [0xFF, 0xFB, 0x90, 0x64]

    /// A13, A20.
    @Test func `junk of up to 64 KiB is gone over, more keeps the file aside`() throws {
        var song = SongFixture(seed: 1, frameCount: 2000)
        song.leadingJunk = [UInt8](repeating: 0x20, count: 65_500)
        let near = try Inspected(song).report
        #expect(near.verdict == .accept)
        #expect(near.warnings == ["leading-junk"])
        song.leadingJunk += [UInt8](repeating: 0x20, count: 100)
        #expect(
            try Inspected(song).report.verdict == .quarantine(reason: "no-frames-near-start"))
    }

    /// A14.
    @Test func `a header that is not followed by two of its kind says nothing`() throws {
        var song = SongFixture(seed: 1)
        // Mono, 48 kHz, twice in a row, then something else.
        let other = MPEGFormat(bitRateKbps: 64, channels: .mono, rateIndex: 1)
        song.leadingJunk =
            other.frame(seed: 9, number: 0) + other.frame(seed: 9, number: 1) + [1, 2, 3]
        let report = try Inspected(song).report
        #expect(report.properties?.sampleRateHz == 44_100)
        #expect(report.properties?.channels == 2)
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings == ["leading-junk"])
    }

    /// A15: the size has plain bytes where seven bits belong.
    @Test(arguments: [200, 70_000, 70_100])
    func `a tag with a plain size hides no frames`(_ padding: Int) throws {
        var tag = ID3v2Fixture(.v23)
        tag.add(text: "TIT2", ["One"], as: .latin1)
        tag.padding = padding
        var bytes = tag.bytes
        let size = bytes.count - 10
        bytes.replaceSubrange(6..<10, with: [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) })
        let song = SongFixture(seed: 1)
        let report = try Inspected(bytes + song.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings.isEmpty)
        #expect(report.metadata.title == "One")
    }

    /// A15: neither size leads to frames, and they are too far away.
    @Test func `frames far behind a tag with a plain size keep the file aside`() throws {
        var tag = ID3v2Fixture(.v23)
        tag.padding = 200
        var bytes = tag.bytes
        bytes.replaceSubrange(6..<10, with: [0, 0, 0, 200])
        let junk = [UInt8](repeating: 0x20, count: 100_000)
        let report = try Inspected(bytes + junk + SongFixture(seed: 1).bytes).report
        #expect(report.verdict == .quarantine(reason: "no-frames-near-start"))
    }

    /// A15: a size that says too little.
    @Test func `a tag that is longer than it says is junk up to the first frame`() throws {
        var tag = ID3v2Fixture(.v23)
        tag.add(text: "TIT2", ["One"], as: .latin1)
        tag.padding = 3000
        tag.statedSize = 20
        let song = SongFixture(seed: 1)
        let report = try Inspected(tag.bytes + song.bytes).report
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings.contains("leading-junk"))
    }

    /// A15: writers that count the header as part of the tag.
    @Test func `a tag that says ten bytes too many hides no frame, and is told`() throws {
        var tag = ID3v2Fixture(.v24)
        tag.add(text: "TIT2", ["One"])
        tag.padding = 100
        tag.statedSize = tag.bytes.count
        let song = SongFixture(seed: 1)
        let report = try Inspected(tag.bytes + song.bytes).report
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.warnings == ["leading-junk"])
    }

    /// A16.
    @Test func `a tag beyond the end leaves no audio`() throws {
        var tag = ID3v2Fixture(.v24)
        tag.statedSize = 100 << 20
        let report = try Inspected(tag.bytes + SongFixture(seed: 1).bytes).report
        #expect(report.verdict == .reject(reason: "no-audio"))
    }

    /// A17.
    @Test func `no bytes are refused before anything looks at them`() throws {
        let report = try Inspected([]).report
        #expect(report.verdict == .reject(reason: "empty"))
        #expect(report.properties == nil)
    }

    /// A18.
    @Test func `one frame has no made-up length, and tags alone are no audio`() throws {
        let clip = try Inspected(SongFixture(title: "One", seed: 1, frameCount: 1)).report
        #expect(clip.verdict == .quarantine(reason: "too-few-frames"))
        #expect(clip.properties?.durationMs == 26)
        let two = try Inspected(SongFixture(title: "One", seed: 1, frameCount: 2)).report
        #expect(two.verdict == .quarantine(reason: "too-few-frames"))
        var song = SongFixture(title: "One", seed: 1, frameCount: 0)
        song.trailer = TrailingTags.id3v1(title: "One")
        #expect(try Inspected(song).report.verdict == .reject(reason: "no-audio"))
    }

    /// A19.
    @Test func `bytes by chance are never a song`() throws {
        for seed in 1...8 as ClosedRange<UInt64> {
            let noise = Noise.bytes(200_000, seed: seed)
            #expect(try Inspected(noise).report.verdict == .reject(reason: "not-audio"))
            let report = try Inspected(Self.sync + noise).report
            #expect(report.verdict == .reject(reason: "not-audio"))
        }
    }

    /// A19.
    @Test func `silent PCM without a header is never a song`() throws {
        let pattern: [UInt8] = [1, 0, 0xFF, 0xFF, 0xFE, 0xFF, 2, 0, 0, 0]
        let quiet = (0..<400_000).map { pattern[$0 % pattern.count] }
        let report = try Inspected(quiet).report
        #expect(report.verdict != .accept)
    }

    /// A43: joined and broken files have tags between their frames.
    @Test func `a tag between frames is gone over`() throws {
        let tag = SongFixture(
            title: "Two", cover: PictureFixture.jpeg(filler: 50_000), seed: 2, frameCount: 0)
        let parts = [SongFixture(seed: 1).bytes, tag.bytes, SongFixture(seed: 3).bytes]
        let report = try Inspected(parts.flatMap(\.self) + SongFixture(seed: 4).bytes).report
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 120).durationMs)
    }

    /// A56.
    @Test func `frames that never follow each other cost no more than a walk`() throws {
        let bytes = (0..<1 << 20).map { Self.sync[$0 % 4] }
        #expect(try Inspected(bytes).report.verdict == .reject(reason: "not-audio"))
    }

    /// PM9: thirteen songs with junk between them.
    @Test func `many streams with junk between them are all counted`() throws {
        let parts = (1...13).map {
            SongFixture(seed: $0, frameCount: 20).bytes + Noise.bytes(700, seed: $0)
        }
        let report = try Inspected(parts.flatMap(\.self)).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == SongFixture(seed: 1, frameCount: 260).durationMs)
    }

    /// PM9: nothing but room, as large as a tag can say.
    @Test(arguments: [true, false])
    func `an empty tag of 256 MB costs nothing`(_ hasSong: Bool) throws {
        let file = ScratchFile(Array("ID3".utf8) + [3, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F])
        let song = SongFixture(seed: 1)
        file.write(hasSong ? song.bytes : [0], at: 10 + 0xFFF_FFFF - (hasSong ? 0 : 1))
        let report = try Inspected(file).report
        #expect(report.verdict == (hasSong ? .accept : .reject(reason: "no-audio")))
        #expect(report.properties?.durationMs == (hasSong ? song.durationMs : nil))
        #expect(report.warnings == (hasSong ? ["tags-unreadable"] : []))
    }
}
