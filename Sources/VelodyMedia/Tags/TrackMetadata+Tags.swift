import VelodyDomain

extension TrackMetadata {
    /// Several values in one line of display; `/` and `;` never split them again.
    private static let separator = "; "

    /// What tags say, with whether a number among it was none, or out of range.
    static func make(from tags: TagValues) -> (metadata: TrackMetadata, isOutOfRange: Bool) {
        var result = TrackMetadata()
        result.title = tags[.title].first
        result.artists = artists(tags)
        result.artist = display(tags[.artist].isEmpty ? tags[.artistList] : tags[.artist])
        result.album = tags[.album].first
        result.albumArtist = display(
            tags[.albumArtist].isEmpty ? tags[.otherAlbumArtist] : tags[.albumArtist])
        let genres = tags[.genre].flatMap(GenreText.genres)
        result.genres = Array(genres.prefix(TagValues.limit))
        result.genre = display(result.genres)
        (result.trackNumber, result.trackTotal) = numbers(tags[.track])
        result.trackTotal = result.trackTotal ?? numbers(tags[.trackTotal]).0
        let trackTotals = tags[.track].compactMap(total) + tags[.trackTotal]
        (result.discNumber, result.discTotal) = numbers(tags[.disc])
        result.discTotal = result.discTotal ?? numbers(tags[.discTotal]).0
        let discTotals = tags[.disc].compactMap(total) + tags[.discTotal]
        result.year = year(tags)
        let isOutOfRange =
            isLost(tags[.track], result.trackNumber) || isLost(tags[.disc], result.discNumber)
            || isLost(trackTotals, result.trackTotal) || isLost(discTotals, result.discTotal)
            || isLost(tags[.recorded] + tags[.year], result.year)
        return (result, isOutOfRange)
    }

    /// A list of one is no list: taggers join it for readers that know no more.
    private static func artists(_ tags: TagValues) -> [String] {
        let list = tags[.artistList]
        return list.count > 1 || tags[.artist].isEmpty ? list : tags[.artist]
    }

    /// Whether something was said and nothing kept; zero is how writers say nothing.
    private static func isLost(_ texts: [String], _ number: Int?) -> Bool {
        number == nil
            && texts.contains { !$0.prefix { $0 != "/" }.allSatisfy { "0- ".contains($0) } }
    }

    /// What stands behind the slash.
    private static func total(_ text: String) -> String? {
        text.firstIndex(of: "/").map { String(text[$0...].dropFirst()) }
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
