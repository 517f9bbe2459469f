import Testing
import VelodyDomain
import VelodyTesting

/// That every field of the usual versions and encodings is read.
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
