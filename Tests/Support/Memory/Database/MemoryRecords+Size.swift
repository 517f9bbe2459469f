import VelodyDomain

extension MemoryRecords {
    /// What the records add up to.
    func size(grownAfter day: Timestamp) -> LibrarySize {
        var size = LibrarySize()
        size.deletedTracks = Int64(tracks.values.count { $0.deletedAt != nil })
        size.tracks = Int64(tracks.count) - size.deletedTracks
        let audio = assets.filter { !collected.contains($0.key) }.values.map(\.asset)
        let dated =
            audio.map { (Self.day($0.createdAt), $0.content.size) }
            + artwork.values.map { (Self.day($0.createdAt), $0.content.size) }
        size.audio = Self.files(audio.map(\.content))
        size.artwork = Self.files(artwork.values.map(\.content))
        size.grownBytes = dated.filter { $0.0 > Self.day(day) }.map(\.1).reduce(0, +)
        return size
    }

    private static func files(_ contents: [StoredContent]) -> LibrarySize.Files {
        LibrarySize.Files(
            count: Int64(contents.count), bytes: contents.map(\.size).reduce(0, +))
    }

    private static func day(_ moment: Timestamp) -> Substring { moment.rfc3339.prefix(10) }
}
