import VelodyDomain

/// Browses tracks that lie in memory; names are alike if they are in lower case.
struct MemoryCatalogStore: CatalogStore {
    let database: MemoryDatabase

    func tracks(
        _ query: TrackQuery, after: TrackPosition?, limit: Int, to sink: inout some TrackSink
    ) throws(StoreError) -> TrackPosition? {
        let all = try database.transact { records throws(StoreError) in
            Array(records.tracks.values)
        }
        let places = all.filter { Self.meets($0, query) }
            .map { MemoryPlace($0, in: query) }.sorted()
        let rest = places.drop { place in
            guard let after else { return false }
            return !(MemoryPlace(after, in: query) < place)
        }
        var told = 0
        for place in rest.prefix(limit) {
            told += 1
            if place.track?.tell(to: &sink) == false { break }
        }
        return rest.count > told ? rest.prefix(told).last?.position : nil
    }

    func albums(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Album> {
        try page(search, after, limit) { track in
            let artist = track.metadata.albumArtist ?? track.metadata.artist
            return track.metadata.album.map { [(name: $0, owner: artist)] } ?? []
        } item: { name, tracks in
            Album(
                name: name.name, artist: name.owner, trackCount: tracks.count,
                durationMs: Self.duration(tracks), year: tracks.compactMap(\.metadata.year).first,
                artwork: tracks.compactMap(\.artwork?.id).first)
        }
    }

    func artists(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Artist> {
        try page(search, after, limit) { track in
            track.metadata.artists.map { (name: $0, owner: nil) }
        } item: { name, tracks in
            Artist(
                name: name.name, trackCount: tracks.count, durationMs: Self.duration(tracks),
                albumCount: Set(tracks.compactMap { $0.metadata.album?.lowercased() }).count)
        }
    }

    func genres(
        search: String?, after: NamePosition?, limit: Int
    ) throws(StoreError) -> NamePage<Genre> {
        try page(search, after, limit) { track in
            track.metadata.genres.map { (name: $0, owner: nil) }
        } item: { name, tracks in
            Genre(name: name.name, trackCount: tracks.count, durationMs: Self.duration(tracks))
        }
    }

    private typealias Name = (name: String, owner: String?)

    private func page<Item>(
        _ search: String?, _ after: NamePosition?, _ limit: Int, names: (Track) -> [Name],
        item: (Name, [Track]) -> Item
    ) throws(StoreError) -> NamePage<Item> {
        let active = try database.transact { records throws(StoreError) in
            records.tracks.values.filter { $0.deletedAt == nil }
        }
        var groups: [[String]: (name: Name, tracks: [Track])] = [:]
        for track in active.sorted(by: { $0.createdAt < $1.createdAt }) {
            for name in names(track) where Self.holds([name.name, name.owner], search) {
                let key = [name.name.lowercased(), name.owner?.lowercased() ?? ""]
                groups[key, default: (name, [])].tracks.append(track)
            }
        }
        let rest = groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.filter { key in
            after.map { [$0.name, $0.owner].lexicographicallyPrecedes(key) } ?? true
        }
        let shown = rest.prefix(limit)
        let next = rest.count > limit ? shown.last : nil
        return NamePage(
            items: shown.compactMap { groups[$0].map { item($0.name, $0.tracks) } },
            next: next.map { NamePosition(name: $0[0], owner: $0[1]) })
    }

    private static func duration(_ tracks: [Track]) -> Int {
        tracks.reduce(0) { $0 + $1.durationMs }
    }

    private static func meets(_ track: Track, _ query: TrackQuery) -> Bool {
        let said = track.metadata
        return (query.status == .all || query.status.rawValue == track.status.rawValue)
            && isOne(query.artist, of: said.artists + [said.artist])
            && isOne(query.album, of: [said.album])
            && isOne(query.albumArtist, of: [said.albumArtist ?? said.artist])
            && isOne(query.genre, of: said.genres + [said.genre])
            && (query.year == nil || query.year == said.year)
            && holds([said.title, said.artist, said.album, said.albumArtist], query.search)
    }

    private static func isOne(_ name: String?, of names: [String?]) -> Bool {
        name == nil || names.contains { $0?.lowercased() == name?.lowercased() }
    }

    private static func holds(_ texts: [String?], _ search: String?) -> Bool {
        let text = texts.compactMap { $0?.lowercased() }.joined(separator: " ")
        return (search ?? "").lowercased().split(separator: " ").allSatisfy { text.contains($0) }
    }
}
