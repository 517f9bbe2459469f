import Testing
import VelodyDomain

/// Artists that an owner wants apart.
struct ArtistSeparatorsTests {
    private let separators = ArtistSeparators(
        [";", "/", "feat.", "x", "; and"], exceptions: ["AC/DC", "Kairon; IRSE!"])

    /// PM4.
    @Test(arguments: [
        ("Ann;Bob", ["Ann", "Bob"]), ("Ann ; Bob", ["Ann", "Bob"]), ("Ann", ["Ann"]),
        ("AC/DC", ["AC/DC"]), ("ac/dc; Ann/Bob", ["ac/dc", "Ann", "Bob"]),
        ("Kairon; IRSE!", ["Kairon; IRSE!"]), ("Ann feat. Bob", ["Ann", "Bob"]),
        ("Ann FEAT. Bob", ["Ann", "Bob"]), ("Defeat. Bob", ["Defeat. Bob"]),
        ("Max x Ann", ["Max", "Ann"]), ("Ann; and Bob", ["Ann", "Bob"]),
        ("Ann;;Bob;", ["Ann", "Bob"]), (";", [";"]), ("", [""]), ("XAC/DC", ["XAC", "DC"]),
    ])
    func `separators part, and exceptions stay whole`(_ text: String, _ names: [String]) {
        #expect(separators.names(in: text) == names)
    }

    /// PM4.
    @Test func `what is shown stays, and so does what the file keeps apart`() {
        var metadata = TrackMetadata()
        metadata.artist = "Ann; Bob/Zoe"
        metadata.artists = ["Ann", "Bob/Zoe"]
        let parted = separators.applied(to: metadata)
        #expect(parted.artist == metadata.artist)
        #expect(parted.artists == ["Ann", "Bob", "Zoe"])
        #expect(ArtistSeparators().applied(to: metadata) == metadata)
    }

    @Test func `no more artists come of it than are kept`() {
        var metadata = TrackMetadata()
        metadata.artists = [(0..<100).map(String.init).joined(separator: ";")]
        #expect(separators.applied(to: metadata).artists.count == 32)
    }
}
