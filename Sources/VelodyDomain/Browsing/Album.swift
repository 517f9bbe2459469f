/// An album of the library: the active tracks that share its folded name and its artist's.
package struct Album: Equatable, Sendable {
    /// As most of its tracks write it.
    package let name: String
    /// The album artist, or the artist where its tracks name none.
    package let artist: String?
    /// The first that one of its oldest tracks names.
    package let year: Int?
    package let trackCount: Int
    package let durationMs: Int
    /// The first that one of its oldest tracks brought.
    package let artwork: ArtworkID?

    package init(
        name: String, artist: String?, trackCount: Int, durationMs: Int, year: Int?,
        artwork: ArtworkID?
    ) {
        self.name = name
        self.artist = artist
        self.year = year
        self.trackCount = trackCount
        self.durationMs = durationMs
        self.artwork = artwork
    }
}
