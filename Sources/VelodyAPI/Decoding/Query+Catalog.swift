import VelodyDomain
import VelodyHTTP

/// The parameters of lists.
extension Query {
    /// How many items a page of the library may have, and has where nothing is said.
    mutating func pageLimit() -> Int {
        integer("limit", in: PageSize.allowed, default: PageSize.usual)
    }

    /// A text to compare names with, cleaned; nil where it is absent or says nothing.
    mutating func name(_ parameter: String) -> String? {
        guard let cleaned = text(parameter).flatMap(CleanText.cleaned) else { return nil }
        if cleaned.unicodeScalars.count <= CleanText.limit { return cleaned }
        complain(parameter, "must be at most \(CleanText.limit) characters")
        return nil
    }

    /// What a list of tracks is to show.
    mutating func tracks() -> TrackQuery {
        var query = TrackQuery()
        query.search = name("q")
        query.artist = name("artist")
        query.album = name("album")
        query.albumArtist = name("albumArtist")
        query.genre = name("genre")
        query.year = optionalInteger("year", in: TrackMetadata.years)
        query.sort = choice("sort", of: TrackQuery.Sort.self) ?? .createdAt
        query.order = choice("order", of: TrackQuery.Order.self) ?? query.sort.naturalOrder
        query.status = choice("status", of: TrackQuery.Status.self) ?? .active
        return query
    }

    /// The place that `cursor` names, as `decode` reads it; nil where it is absent.
    mutating func cursor<Position>(_ decode: (String) -> Position?) -> Position? {
        guard let cursor = text("cursor") else { return nil }
        if let position = decode(cursor) { return position }
        complain("cursor", "must be the nextCursor of this very list")
        return nil
    }
}
