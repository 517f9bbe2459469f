import Testing
import VelodyDomain
import VelodyTesting

/// FLAC files of a real encoder, changed byte by byte.
struct FLACTests {
    static let tone = EncodedAudio.tone("a.flac", seconds: 8, ["-metadata", "title=One"])

    /// A6 for FLAC: frames know where they stand.
    @Test func `a file that was cut lasts as long as what is there`() throws {
        let report = try Inspected(Array(Self.tone.prefix(Self.tone.count / 2))).report
        let duration = report.properties?.durationMs ?? 0
        // A tone takes the same space everywhere, but for the padding in front.
        #expect(abs(duration - 4000) < 700)
        #expect(report.warnings == ["declared-length-mismatch"])
    }

    @Test func `a writer that did not know the length does no harm`() throws {
        var bytes = Self.tone
        // The last 36 bits before the checksum of the audio (RFC 9639 §8.2).
        bytes[21] &= 0xF0
        for index in 22...25 { bytes[index] = 0 }
        let report = try Inspected(bytes).report
        #expect(report.properties?.durationMs == 8000)
        #expect(report.warnings.isEmpty)
    }

    /// A52.
    @Test func `the front cover wins, and comes out byte for byte`() throws {
        let cover = PictureFixture.jpeg(filler: 3000)
        var bytes = Self.tone
        let back = picture(PictureFixture.png(), type: 4)
        bytes.insert(contentsOf: back + picture(cover, type: 3), at: 42)
        let result = try Inspected(bytes)
        #expect(result.picture == cover)
        #expect(result.metadata.title == "One")
        #expect(result.report.properties?.durationMs == 8000)
    }

    /// A41 for FLAC: its own tag comes first.
    @Test func `a Vorbis comment wins over ID3 tags around it`() throws {
        var front = ID3v2Fixture(.v23)
        front.add(text: "TIT2", ["Front"], as: .latin1)
        front.add(text: "TALB", ["Album"], as: .latin1)
        let behind = TrailingTags.id3v1(title: "Behind", artist: "Ann")
        let report = try Inspected(front.bytes + Self.tone + behind).report
        #expect(report.detectedType == "audio/flac")
        #expect(report.metadata.title == "One")
        #expect([report.metadata.album, report.metadata.artist] == ["Album", "Ann"])
        #expect(report.warnings.isEmpty)
    }

    /// A9 for FLAC.
    @Test func `much junk behind the frames hides none of them`() throws {
        let junk = [UInt8](repeating: 7, count: 3 << 20)
        let report = try Inspected(Self.tone + junk).report
        #expect(report.properties?.durationMs == 8000)
        #expect((report.properties?.bitRateKbps ?? 0) < 200)
        #expect(report.warnings == ["trailing-junk"])
    }

    @Test func `blocks of every kind are gone over`() throws {
        var bytes = Self.tone
        let blocks: [[UInt8]] = [[3, 0, 0, 18], [1, 0, 0, 18], [2, 0, 0, 18], [5, 0, 0, 18]]
        let content = [UInt8](repeating: 0, count: 18)
        bytes.insert(contentsOf: blocks.flatMap { $0 + content }, at: 42)
        let report = try Inspected(bytes).report
        #expect(report.metadata.title == "One")
        #expect(report.properties?.durationMs == 8000)
    }

    /// Writers that changed a block forgot its size; some sizes do not fit into three bytes.
    @Test(arguments: [(4, -30), (4, 300), (6, -900), (6, 3000), (6, 3_000_000), (1, 3_000_000)])
    func `a block of another size than it says hides neither frames nor tags`(
        _ type: UInt8, _ excess: Int
    ) throws {
        let cover = PictureFixture.jpeg(filler: 3000)
        let content: [UInt8] =
            switch type {
            case 4:
                OggFixture.comment(["ARTIST=Ann", "ALBUM=" + String(repeating: "x", count: 80)])
            case 6: Array(picture(cover, type: 3).dropFirst(4))
            default: [UInt8](repeating: 0, count: 100)
            }
        let size = content.count + excess
        let head = [type] + [16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
        var bytes = Self.tone
        bytes.insert(contentsOf: head + content, at: 42)
        let result = try Inspected(bytes)
        #expect(result.report.verdict == .accept)
        #expect(result.report.properties?.durationMs == 8000)
        if type == 4 { #expect(result.metadata.artist == "Ann") }
        if type == 6 { #expect(result.picture == cover) }
    }

    @Test func `a picture that is too large for its block keeps no song out`() throws {
        let cover = PictureFixture.jpeg(filler: 17 << 20)
        var bytes = Self.tone
        bytes.insert(contentsOf: picture(cover, type: 3), at: 42)
        let report = try Inspected(bytes).report
        #expect(report.properties?.durationMs == 8000)
        #expect(report.warnings == ["picture-skipped"])
    }

    /// Five bytes and a checksum that a song of any length may hold by chance.
    @Test(arguments: [UInt8(0x18), 0x08])
    func `what only looks like a frame inside the last one is none`(_ channels: UInt8) throws {
        let header: [UInt8] = [0xFF, 0xF8, 0xC9, channels, 5]
        let checksum: UInt8 = header.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum & 0x80 == 0 ? 0 : 0x07) }
        }
        var bytes = Self.tone
        bytes.replaceSubrange(bytes.count - 60..<bytes.count - 54, with: header + [checksum])
        let report = try Inspected(bytes).report
        #expect(report.properties?.durationMs == 8000)
        #expect(report.warnings.isEmpty)
    }

    @Test func `blocks without frames are no audio`() throws {
        let report = try Inspected(Array(Self.tone.prefix(60))).report
        #expect(report.verdict == .reject(reason: "no-audio"))
    }

    private func picture(_ bytes: [UInt8], type: Int) -> [UInt8] {
        let number = { (value: Int) in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let block =
            number(type) + number(0) + number(0) + [UInt8](repeating: 0, count: 16)
            + number(bytes.count) + bytes
        return [6] + number(block.count).dropFirst() + block
    }
}
