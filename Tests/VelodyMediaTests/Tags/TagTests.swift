import Testing
import VelodyDomain
import VelodyTesting

/// What tags give, made here: versions, encodings, values, orders, damage.
struct TagTests {
    @Test(arguments: [ID3v2Fixture.Version.v23, .v24], [ID3v2Fixture.Encoding.utf16, .utf8])
    func `every field is read`(
        _ version: ID3v2Fixture.Version, _ encoding: ID3v2Fixture.Encoding
    ) throws {
        let metadata = try tags(version) { tag in
            tag.add(text: "TIT2", ["Títle 中"], as: encoding)
            tag.add(text: "TPE1", ["Ann", "Bob"], as: encoding)
            tag.add(text: "TALB", ["Album"], as: encoding)
            tag.add(text: "TPE2", ["Band"], as: encoding)
            tag.add(text: "TCON", ["(17)"], as: encoding)
            tag.add(text: "TRCK", ["03/12"], as: encoding)
            tag.add(text: "TPOS", ["1/2"], as: encoding)
            tag.add(text: version == .v24 ? "TDRC" : "TYER", ["1999"], as: encoding)
        }.metadata
        #expect(metadata.title == "Títle 中")
        #expect(metadata.artists == ["Ann", "Bob"])
        #expect(metadata.artist == "Ann; Bob")
        #expect(metadata.album == "Album")
        #expect(metadata.albumArtist == "Band")
        #expect(metadata.genres == ["Rock"])
        #expect([metadata.trackNumber, metadata.trackTotal] == [3, 12])
        #expect([metadata.discNumber, metadata.discTotal] == [1, 2])
        #expect(metadata.year == 1999)
    }

    @Test(
        arguments: [
            ("3/12", 3, 12), ("03/06", 3, 6), ("6/0", 6, nil), ("A1", nil, nil), ("-1", nil, nil),
            ("99999999999", nil, nil), ("1/4/4/4", 1, nil),
        ] as [(String, Int?, Int?)])
    func `a track number is a number that is kept, or none`(
        _ text: String, _ number: Int?, _ total: Int?
    ) throws {
        let report = try tags { $0.add(text: "TRCK", [text]) }
        #expect(report.metadata.trackNumber == number)
        #expect(report.metadata.trackTotal == total)
        #expect(report.warnings.contains("number-out-of-range") == (number == nil))
    }

    @Test(arguments: [
        ("(17)", ["Rock"]), ("17", ["Rock"]), ("(17)Rock", ["Rock"]), ("80s", ["80s"]),
        ("(51)(39)", ["Techno-Industrial", "Noise"]), ("(4)Eurodisco", ["Disco", "Eurodisco"]),
        ("1979", ["1979"]), ("255", []), ("((odd)", ["(odd)"]), ("(RX)", ["Remix"]),
    ])
    func `a genre's number becomes its name`(_ text: String, _ genres: [String]) throws {
        #expect(try tags { $0.add(text: "TCON", [text]) }.metadata.genres == genres)
    }

    @Test func `slashes and semicolons never split an artist`() throws {
        let metadata = try tags { $0.add(text: "TPE1", ["AC/DC; live"]) }.metadata
        #expect(metadata.artists == ["AC/DC; live"])
    }

    @Test func `undeclared UTF-8 is repaired, other Latin-1 is kept and flagged`() throws {
        let repaired = try tags { $0.add(frame: "TIT2", [0] + Array("Café".utf8)) }
        #expect(repaired.metadata.title == "Café")
        #expect(!repaired.warnings.contains("encoding-guess"))
        let kept = try tags { $0.add(text: "TIT2", ["Café"], as: .latin1) }
        #expect(kept.metadata.title == "Café")
        #expect(kept.warnings == ["encoding-guess"])
    }

    @Test func `fields behind an empty or misnamed frame are read`() throws {
        let metadata = try tags(.v23) { tag in
            tag.add(frame: "TSSE", [])
            tag.add(text: "TST ", ["sort"], as: .latin1)
            tag.add(text: "TIT2", ["Title"], as: .latin1)
        }.metadata
        #expect(metadata.title == "Title")
    }

    @Test func `UTF-16 without a mark is read`() throws {
        let wide = Array("Title".utf8).flatMap { [$0, 0] as [UInt8] }
        #expect(try tags { $0.add(frame: "TIT2", [1] + wide) }.metadata.title == "Title")
    }

    @Test func `ID3v2 wins over APE, and APE over ID3v1, field by field`() throws {
        var song = SongFixture(title: "Two", seed: 1)
        song.trailer =
            TrailingTags.ape([("Title", ["Ape"]), ("Artist", ["Ape"])])
            + TrailingTags.id3v1(title: "One", artist: "One", album: "One", track: 9)
        let metadata = try Inspected(song).metadata
        #expect(metadata.title == "Two")
        #expect(metadata.artist == "Ape")
        #expect(metadata.album == "One")
        #expect(metadata.trackNumber == 9)
    }

    @Test(arguments: [
        PictureFixture.jpeg(), PictureFixture.png(), PictureFixture.gif(), PictureFixture.webp(),
    ])
    func `a picture comes out byte for byte, with its own size`(_ cover: [UInt8]) throws {
        var song = SongFixture(seed: 1)
        var tag = ID3v2Fixture(.v24)
        tag.add(picture: PictureFixture.png(width: 9), type: 4)
        tag.add(picture: cover, mime: "text/html", type: 3)
        song.id3v2 = tag
        let result = try Inspected(song)
        #expect(result.picture == cover)
        #expect(result.report.picture?.width == 600)
    }

    @Test(arguments: ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<html></html>", ""])
    func `what is no picture is never taken for one`(_ text: String) throws {
        let report = try tags { $0.add(picture: Array(text.utf8), mime: "image/jpeg") }
        #expect(report.picture == nil)
        #expect(report.warnings == ["picture-skipped"])
    }

    @Test func `a link, an icon and a giant are no covers`() throws {
        let report = try tags { tag in
            tag.add(picture: Array("http://localhost/a.jpg".utf8), mime: "-->")
            tag.add(picture: PictureFixture.png(), type: 1)
            tag.add(picture: PictureFixture.png(width: 9000, height: 9000))
        }
        #expect(report.picture == nil)
        #expect(report.warnings == ["picture-skipped"])
    }

    private func tags(
        _ version: ID3v2Fixture.Version = .v24, _ fill: (inout ID3v2Fixture) -> Void
    ) throws -> InspectionReport {
        var song = SongFixture(seed: 1)
        var tag = ID3v2Fixture(version)
        fill(&tag)
        song.id3v2 = tag
        return try Inspected(song).report
    }
}
