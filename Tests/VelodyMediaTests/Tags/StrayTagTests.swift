import Testing
import VelodyDomain
import VelodyTesting

/// Tags that do not stand where they should, or not quite.
struct StrayTagTests {
    private static let song = SongFixture(seed: 1)

    /// A13, A43.
    @Test(arguments: [[0x0D, 0x0A], [UInt8](repeating: 0, count: 300), Array("hello ID3".utf8)])
    func `a tag behind junk is read, and the junk is told`(_ junk: [UInt8]) throws {
        let report = try Inspected(junk + tag(title: "One") + Self.song.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.metadata.title == "One")
        #expect(report.warnings == ["leading-junk"])
        #expect(report.properties?.durationMs == Self.song.durationMs)
    }

    /// A13, A21: else no frame would be found near the start.
    @Test func `a large cover behind junk keeps no song aside`() throws {
        var tag = ID3v2Fixture(.v23)
        let cover = PictureFixture.jpeg(filler: 200_000)
        tag.add(picture: cover)
        let result = try Inspected([0x0A] + tag.bytes + Self.song.bytes)
        #expect(result.report.verdict == .accept)
        #expect(result.picture == cover)
    }

    /// A43: room that the first tag does not count as its own.
    @Test func `a second tag behind zeros fills`() throws {
        var second = ID3v2Fixture(.v24)
        second.add(text: "TIT2", ["Two"])
        second.add(text: "TPE1", ["Ann"])
        let zeros = [UInt8](repeating: 0, count: 200)
        let report = try Inspected(
            tag(title: "One") + zeros + second.bytes + Self.song.bytes
        ).report
        #expect([report.metadata.title, report.metadata.artist] == ["One", "Ann"])
        #expect(report.warnings == ["leading-junk"])
    }

    /// A42: a tag at the end should have a footer.
    @Test(arguments: [true, false])
    func `a tag behind the audio is read without a footer`(_ hasOld: Bool) throws {
        let old = hasOld ? TrailingTags.id3v1(title: "Old", artist: "Ann") : []
        let report = try Tagged.trailed(tag(title: "One") + old)
        #expect(report.metadata.title == "One")
        #expect(report.metadata.artist == (hasOld ? "Ann" : nil))
        #expect(report.warnings.isEmpty)
    }

    /// A42: as in files that were got back from a broken disk.
    @Test func `tags behind the audio are read before other bytes`() throws {
        let tags =
            TrailingTags.ape([("Title", ["Ape"])]) + TrailingTags.id3v1(title: "Old", artist: "Ann")
        let report = try Tagged.trailed(tags + [UInt8](repeating: 0, count: 300))
        #expect([report.metadata.title, report.metadata.artist] == ["Ape", "Ann"])
        #expect(report.warnings == ["trailing-junk"])
        #expect(report.properties?.durationMs == Self.song.durationMs)
    }

    @Test func `what only begins like a tag is junk`() throws {
        let report = try Tagged.trailed(Array("ID3".utf8) + [4, 0, 0, 0, 1, 0, 0, 1, 2])
        #expect(report.warnings == ["trailing-junk"])
    }

    /// A15.
    @Test(arguments: [1, 2, 9, 10])
    func `a tag that says some bytes too many hides no frame, and is told`(_ excess: Int) throws {
        var tag = ID3v2Fixture(.v23)
        tag.add(text: "TIT2", ["One"], as: .latin1)
        tag.statedSize = tag.bytes.count - 10 + excess
        let report = try Inspected(tag.bytes + Self.song.bytes).report
        #expect(report.metadata.title == "One")
        #expect(report.properties?.durationMs == Self.song.durationMs)
        #expect(report.warnings == ["leading-junk"])
    }

    private func tag(title: String) -> [UInt8] {
        var tag = ID3v2Fixture(.v24)
        tag.add(text: "TIT2", [title])
        return tag.bytes
    }
}
