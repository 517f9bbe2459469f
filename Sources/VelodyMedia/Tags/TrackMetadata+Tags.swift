import VelodyDomain

extension TrackMetadata {
    /// Several values in one line of display; `/` and `;` never split them again.
    private static let separator = "; "

    /// What tags say, with whether a number among it was none, or out of range.
    static func make(from tags: TagValues) -> (metadata: TrackMetadata, isOutOfRange: Bool) {
        var result = TrackMetadata()
        result.title = tags[.title].first
        result.artists = tags[.artist]
        result.artist = display(tags[.artist])
        result.album = tags[.album].first
        result.albumArtist = display(tags[.albumArtist])
        result.genres = Array(tags[.genre].flatMap(GenreText.genres).prefix(TagValues.limit))
        result.genre = display(result.genres)
        (result.trackNumber, result.trackTotal) = numbers(tags[.track])
        (result.discNumber, result.discTotal) = numbers(tags[.disc])
        result.year = year(tags)
        let isOutOfRange =
            !tags[.track].isEmpty && result.trackNumber == nil
            || !tags[.disc].isEmpty && result.discNumber == nil
            || !(tags[.recorded] + tags[.year]).isEmpty && result.year == nil
        return (result, isOutOfRange)
    }

    private static func display(_ values: [String]) -> String? {
        CleanText.clean(values.joined(separator: separator))
    }

    private static func numbers(_ values: [String]) -> (Int?, Int?) {
        values.first.map(NumberText.pair) ?? (nil, nil)
    }

    private static func year(_ tags: TagValues) -> Int? {
        let texts = tags[.recorded] + tags[.year] + tags[.released]
        return texts.lazy.compactMap(NumberText.year).first
    }
}
