/// One of the separate genres of the library's active tracks.
package struct Genre: Equatable, Sendable {
    /// As most of the tracks write it.
    package let name: String
    package let trackCount: Int
    package let durationMs: Int

    package init(name: String, trackCount: Int, durationMs: Int) {
        self.name = name
        self.trackCount = trackCount
        self.durationMs = durationMs
    }
}
