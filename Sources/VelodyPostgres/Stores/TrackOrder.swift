import VelodyDomain

/// How a list of tracks is ordered in SQL: the column its index begins with, and the direction.
struct TrackOrder {
    let sort: TrackQuery.Sort
    let order: TrackQuery.Order

    /// Of `browse_tracks b`.
    var column: Statement {
        switch sort {
        case .title: "b.title_key"
        case .artist: "b.artist_key"
        case .album: "b.album_key"
        case .year: "b.year"
        case .createdAt: "b.created_at"
        case .updatedAt: "b.updated_at"
        case .durationMs: "b.duration_ms"
        }
    }

    var direction: Statement { order == .ascending ? "ASC" : "DESC" }

    /// The comparison that is true after a place.
    var follows: Statement { order == .ascending ? ">" : "<" }

    /// Whether tracks may have no value, and form a second part of the list.
    var isOptional: Bool {
        switch sort {
        case .title, .artist, .album, .year: true
        case .createdAt, .updatedAt, .durationMs: false
        }
    }

    /// A key as a bind; its type is that of the column it is compared with.
    static func bind(_ key: TrackPosition.Key) -> Statement {
        switch key {
        case .text(let text): "\(text)"
        case .number(let number): "\(number)"
        case .moment(let moment): "\(moment)"
        }
    }

    /// Reads a key from the wire.
    func key(_ bytes: Span<UInt8>) throws(PostgresError) -> TrackPosition.Key {
        switch sort {
        case .title, .artist, .album: .text(Wire.text(bytes))
        case .year, .durationMs: .number(Int(try Wire.integer(bytes)))
        case .createdAt, .updatedAt: .moment(try Wire.timestamp(bytes))
        }
    }
}
