import VelodyDomain

/// Conditions on `browse_tracks b`, each an `AND` after another.
enum TrackFilter {
    static func conditions(_ query: TrackQuery, terms: SearchTerms?) -> Statement {
        """
        \(status(query.status)) \(artist(query.artist)) \(album(query.album)) \
        \(albumArtist(query.albumArtist)) \(genre(query.genre)) \(year(query.year)) \
        \(terms?.conditions ?? "")
        """
    }

    private static func status(_ status: TrackQuery.Status) -> Statement {
        switch status {
        case .active: "b.is_active"
        case .deleted: "NOT b.is_active"
        case .all: "true"
        }
    }

    // Folding a bind is done once, by the planner, which then knows how common the name is.

    private static func artist(_ name: String?) -> Statement {
        name.map { "AND b.artist_names @> ARRAY[fold_name(\($0))]" } ?? ""
    }

    private static func album(_ name: String?) -> Statement {
        name.map { "AND b.album_name = fold_name(\($0))" } ?? ""
    }

    private static func albumArtist(_ name: String?) -> Statement {
        name.map { "AND b.album_owner = fold_name(\($0))" } ?? ""
    }

    private static func genre(_ name: String?) -> Statement {
        name.map { "AND b.genre_names @> ARRAY[fold_name(\($0))]" } ?? ""
    }

    private static func year(_ year: Int?) -> Statement {
        year.map { "AND b.year = \($0)" } ?? ""
    }
}
