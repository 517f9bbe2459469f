package import VelodyDomain

extension CatalogService {
    /// The place that a cursor names in a list of tracks; nil for anything but a cursor of it.
    package func position(of cursor: String, in query: TrackQuery) -> TrackPosition? {
        guard let parts = codec(query).decode(cursor), parts.count == 2,
            case .id(let id) = parts[1]
        else { return nil }
        let position = TrackPosition(key: key(parts[0]), id: TrackID(id))
        return position.isPossible(in: query.sort) ? position : nil
    }

    func cursor(at position: TrackPosition, in query: TrackQuery) -> String {
        codec(query).encode([part(position.key), .id(position.id.uuid)])
    }

    /// The place that a cursor names in a list of names; nil for anything but a cursor of it.
    package func position(
        of cursor: String, in list: NameQuery.List, search: String?
    ) -> NamePosition? {
        guard let parts = codec(list, search).decode(cursor), parts.count == 2,
            case .text(let name) = parts[0], case .text(let owner) = parts[1]
        else { return nil }
        let position = NamePosition(name: name, owner: owner)
        return position.isPossible ? position : nil
    }

    /// The cursor of a place in a list of names.
    package func cursor(
        at position: NamePosition, in list: NameQuery.List, search: String?
    ) -> String {
        codec(list, search).encode([.text(position.name), .text(position.owner)])
    }

    private func codec(_ query: TrackQuery) -> PageCursor {
        PageCursor(
            scope: [
                "tracks", query.search, query.artist, query.album, query.albumArtist, query.genre,
                query.year.map { String($0) }, query.sort.rawValue, query.order.rawValue,
                query.status.rawValue,
            ], cryptography: cryptography)
    }

    private func codec(_ list: NameQuery.List, _ search: String?) -> PageCursor {
        PageCursor(scope: [list.rawValue, search], cryptography: cryptography)
    }

    private func part(_ key: TrackPosition.Key?) -> PageCursor.Part {
        switch key {
        case nil: .none
        case .text(let text): .text(text)
        case .number(let number): .number(Int64(number))
        case .moment(let moment): .moment(moment.microseconds)
        }
    }

    private func key(_ part: PageCursor.Part) -> TrackPosition.Key? {
        switch part {
        case .none, .id: nil
        case .text(let text): .text(text)
        case .number(let number): .number(Int(number))
        case .moment(let microseconds): .moment(Timestamp(microseconds: microseconds))
        }
    }
}
