/// One of the separate artists of the library's active tracks.
package struct Artist: Equatable, Sendable {
    /// As most of the tracks write it.
    package let name: String
    package let trackCount: Int
    /// How many albums the artist is heard on.
    package let albumCount: Int
    package let durationMs: Int

    package init(name: String, trackCount: Int, durationMs: Int, albumCount: Int) {
        self.name = name
        self.trackCount = trackCount
        self.albumCount = albumCount
        self.durationMs = durationMs
    }
}
