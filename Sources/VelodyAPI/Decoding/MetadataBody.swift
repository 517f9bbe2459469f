import VelodyDomain
import VelodyHTTP

/// The contract's `metadata`.
struct MetadataBody: Decodable {
    var title: Member<String>
    var artist: Member<String>
    var album: Member<String>
    var albumArtist: Member<String>
    var genre: Member<String>
    var discNumber: Member<WholeNumber>
    var trackNumber: Member<WholeNumber>
    var year: Member<WholeNumber>

    /// The hint this makes; what is wrong with it goes to `checks`.
    func hint(_ checks: inout Checks) -> TrackMetadata {
        var hint = TrackMetadata()
        hint.title = checks.text("/metadata/title", title)
        hint.artist = checks.text("/metadata/artist", artist)
        hint.artists = hint.artist.map { [$0] } ?? []
        hint.album = checks.text("/metadata/album", album)
        hint.albumArtist = checks.text("/metadata/albumArtist", albumArtist)
        hint.genre = checks.text("/metadata/genre", genre)
        hint.genres = hint.genre.map { [$0] } ?? []
        let numbers = TrackMetadata.numbers
        hint.discNumber = checks.number("/metadata/discNumber", discNumber, in: numbers)
        hint.trackNumber = checks.number("/metadata/trackNumber", trackNumber, in: numbers)
        hint.year = checks.number("/metadata/year", year, in: TrackMetadata.years)
        return hint
    }
}
