/// What is said about a song: by its file, by the client that uploaded it, or by its owner.
///
/// Texts are clean (see ``CleanText``), numbers in range; what is not said is nil or empty.
package struct TrackMetadata: Equatable, Sendable, Codable {
    package var title: String?
    /// The display string, as the file has it.
    package var artist: String?
    /// The separate artists, in the file's order.
    package var artists: [String] = []
    package var album: String?
    package var albumArtist: String?
    /// The display string, as the file has it.
    package var genre: String?
    /// The separate genres, in the file's order.
    package var genres: [String] = []
    package var discNumber: Int?
    package var discTotal: Int?
    package var trackNumber: Int?
    package var trackTotal: Int?
    package var year: Int?

    /// Years that are kept.
    package static let years = 1000...2999
    /// Disc and track numbers and totals that are kept.
    package static let numbers = 1...9999

    package init() {}

    /// This, with what it does not say taken from `hint`.
    ///
    /// Lists come with their display string: a hint's artist brings its own list, of one.
    package func filled(from hint: TrackMetadata) -> TrackMetadata {
        var result = self
        result.title = title ?? hint.title
        if artist == nil {
            result.artist = hint.artist
            result.artists = hint.artists.isEmpty ? hint.artist.map { [$0] } ?? [] : hint.artists
        }
        result.album = album ?? hint.album
        result.albumArtist = albumArtist ?? hint.albumArtist
        if genre == nil {
            result.genre = hint.genre
            result.genres = hint.genres.isEmpty ? hint.genre.map { [$0] } ?? [] : hint.genres
        }
        result.discNumber = discNumber ?? hint.discNumber
        result.discTotal = discTotal ?? hint.discTotal
        result.trackNumber = trackNumber ?? hint.trackNumber
        result.trackTotal = trackTotal ?? hint.trackTotal
        result.year = year ?? hint.year
        return result
    }
}
