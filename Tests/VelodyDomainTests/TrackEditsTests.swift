import FoundationEssentials
import Testing
import VelodyDomain

/// What the owner says of a track.
@Suite struct TrackEditsTests {
    @Test func `edits win, member by member, and their lists come with them`() {
        var said = TrackMetadata()
        said.title = "file"
        said.artist = "A; B"
        said.artists = ["A", "B"]
        said.genre = "G"
        said.genres = ["G"]
        said.year = 1999
        var edits = TrackEdits()
        edits.texts = [.title: "mine", .artist: "C", .genre: nil]
        edits.numbers = [.year: nil, .trackTotal: 9]
        let effective = edits.applied(to: said)
        #expect(effective.title == "mine")
        #expect(effective.artists == ["C"])
        #expect(effective.genres == [])
        #expect(effective.year == nil)
        #expect(effective.trackTotal == 9)
        #expect(TrackEdits().applied(to: said) == said)
        edits.texts = [.artist: "A; B"]
        #expect(edits.applied(to: said).artists == ["A", "B"])
    }

    @Test func `what is stored tells an empty member from an absent one`() throws {
        var edits = TrackEdits()
        edits.texts = [.title: "x", .album: nil]
        edits.numbers = [.discNumber: 1, .year: nil]
        let stored = try JSONEncoder().encode(edits)
        #expect(String(decoding: stored, as: UTF8.self).contains(#""album":null"#))
        #expect(try JSONDecoder().decode(TrackEdits.self, from: stored) == edits)
        #expect(try JSONDecoder().decode(TrackEdits.self, from: Data("{}".utf8)).isEmpty)
    }
}
