import FoundationEssentials
import Testing
import VelodyDomain
import VelodyTesting

/// Ogg files made page by page.
struct OggTests {
    @Test func `what is decoded but not heard is not counted`() throws {
        var ogg = OggFixture.opus(["TITLE=One"], skipped: 3840)
        ogg.addAudio(packets: 500)
        let report = try Inspected(ogg.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == 10_000 - 80)
        #expect(report.properties?.channels == 2)
        #expect(report.warnings.isEmpty)
    }

    /// The trap of recordings that begin amid a broadcast.
    @Test func `a large first position is not counted in`() throws {
        var ogg = OggFixture.opus([], skipped: 0)
        ogg.addAudio(packets: 500, from: 48_000 * 3600)
        #expect(try Inspected(ogg.bytes).report.properties?.durationMs == 10_000)
    }

    @Test func `streams that follow each other are all counted`() throws {
        var first = OggFixture.opus(["TITLE=One"], skipped: 0, serial: 1)
        first.addAudio(packets: 100)
        var second = OggFixture.opus(["TITLE=Two", "ALBUM=Album"], skipped: 0, serial: 2)
        second.addAudio(packets: 50)
        let report = try Inspected(first.bytes + second.bytes).report
        #expect(report.properties?.durationMs == 3000)
        #expect(report.metadata.title == "One")
        #expect(report.warnings == ["joined"])
    }

    @Test func `junk between pages, and a cut page, stop nothing`() throws {
        var ogg = OggFixture.opus([], skipped: 0)
        ogg.addAudio(packets: 100)
        let whole = ogg.bytes
        var rest = ogg
        rest.addAudio(packets: 50, from: 96_000)
        rest.addAudio(packets: 50, from: 144_000)
        let bytes = whole + Noise.bytes(3000, seed: 1) + rest.bytes.dropFirst(whole.count)
        let report = try Inspected(bytes.dropLast(100)).report
        #expect(report.properties?.durationMs == 3000)
        #expect(report.warnings == ["inner-junk", "trailing-junk"])
    }

    /// PM7, PM8: what nobody can use is nothing, and is told.
    @Test(
        arguments: [
            (["DATE=1999-02"], 1999, nil, []), (["YEAR=1999", "ORIGINALYEAR=1970"], 1999, nil, []),
            (["ORIGINALDATE=1970", "ORIGINALYEAR=1970"], nil, nil, []),
            (["DATE=soon"], nil, nil, ["number-out-of-range"]),
            (["TRACKNUMBER=2147483648"], nil, nil, ["number-out-of-range"]),
            (["TRACKNUMBER=3", "TRACKTOTAL=-1"], nil, 3, ["number-out-of-range"]),
        ] as [([String], Int?, Int?, [String])])
    func `dates and numbers are read, nonsense is none`(
        _ fields: [String], _ year: Int?, _ track: Int?, _ warnings: [String]
    ) throws {
        var ogg = OggFixture.opus(fields)
        ogg.addAudio(packets: 10)
        let report = try Inspected(ogg.bytes).report
        #expect([report.metadata.year, report.metadata.trackNumber] == [year, track])
        #expect(report.warnings == warnings)
    }

    /// A34, A35, PM4, PM12 for Vorbis comments.
    @Test func `repeated fields are all kept, in order`() throws {
        var ogg = OggFixture.opus([
            "artist=Zoe", "ARTIST=AC/DC", "Genre=Soul", "GENRE=Rock", "TRACKNUMBER=3",
            "TRACKTOTAL=12", "DISCNUMBER=1/2", "ORIGINALDATE=1970", "DATE=1999-02-03", "nonsense",
            "ARTISTS=One",
        ])
        ogg.addAudio(packets: 10)
        let metadata = try Inspected(ogg.bytes).metadata
        #expect(metadata.artists == ["Zoe", "AC/DC"])
        #expect(metadata.genres == ["Soul", "Rock"])
        #expect([metadata.trackNumber, metadata.trackTotal] == [3, 12])
        #expect([metadata.discNumber, metadata.discTotal, metadata.year] == [1, 2, 1999])
    }

    /// A48, A51 for pictures in base64, over many pages.
    @Test(arguments: [10, 11, 12, 300_000])
    func `a picture in a comment comes out byte for byte`(_ filler: Int) throws {
        let cover = PictureFixture.jpeg(filler: filler)
        let number = { (value: Int) in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        let block =
            number(3) + number(10) + Array("image/jpeg".utf8) + number(0)
            + [UInt8](repeating: 0, count: 16) + number(cover.count) + cover
        let text = Data(block).base64EncodedString()
        var ogg = OggFixture.opus(["METADATA_BLOCK_PICTURE=\(text)", "TITLE=One"])
        ogg.addAudio(packets: 10)
        let result = try Inspected(ogg.bytes)
        #expect(result.picture == cover)
        #expect(result.metadata.title == "One")
    }

    /// PM11: gain is the player's to apply, from the file's own tags.
    @Test func `tags about loudness change nothing that is told`() throws {
        let reports = try [[], ["R128_TRACK_GAIN=-2560", "REPLAYGAIN_ALBUM_GAIN=+3.2 dB"]].map {
            var ogg = OggFixture.opus(["TITLE=One"] + $0, gain: -1280)
            ogg.addAudio(packets: 100)
            return try Inspected(ogg.bytes).report
        }
        #expect(reports[0] == reports[1])
        #expect(reports[0].metadata.title == "One")
        #expect(reports[0].properties?.durationMs == 1994)
    }

    /// Encoders of before 2010 wrote a skeleton in front.
    @Test func `an index of the streams is gone over`() throws {
        var ogg = OggFixture(serial: 3)
        ogg.add([Array("fishead\0".utf8) + [UInt8](repeating: 0, count: 56)], position: 0, flags: 2)
        var song = OggFixture.opus(["TITLE=One"])
        song.addAudio(packets: 100)
        let report = try Inspected(ogg.bytes + song.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.metadata.title == "One")
        #expect(report.warnings.isEmpty)
    }

    @Test(arguments: ["\u{7F}FLAC\u{1}", "Speex   "])
    func `audio that is not played everywhere is kept aside`(_ head: String) throws {
        var ogg = OggFixture()
        ogg.add([Array(head.utf8) + [UInt8](repeating: 0, count: 60)], position: 0, flags: 2)
        #expect(try Inspected(ogg.bytes).report.verdict == .quarantine(reason: "unknown-codec"))
    }

    @Test func `other codecs in Ogg are refused`() throws {
        var ogg = OggFixture()
        ogg.add([Array("\u{80}theora".utf8)], position: 0, flags: 2)
        #expect(try Inspected(ogg.bytes).report.verdict == .reject(reason: "other-container"))
    }
}
