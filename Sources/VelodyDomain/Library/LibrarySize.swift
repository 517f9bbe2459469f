/// How large the library is, and how it grew.
package struct LibrarySize: Equatable, Sendable {
    /// Files of one kind.
    package struct Files: Equatable, Sendable {
        package var count: Int64
        package var bytes: Int64

        package init(count: Int64 = 0, bytes: Int64 = 0) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// Active tracks.
    package var tracks: Int64 = 0
    /// Tombstones.
    package var deletedTracks: Int64 = 0
    /// Songs that are stored: also superseded ones and those of deleted tracks, not collected ones.
    package var audio = Files()
    package var artwork = Files()
    /// What was added since some day, less what was removed: negative where more was.
    package var grownBytes: Int64 = 0

    package init() {}
}
