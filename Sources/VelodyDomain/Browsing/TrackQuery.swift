/// Which tracks a list shows, and in which order.
///
/// Texts compare without regard to case and accents, by their folded names.
package struct TrackQuery: Equatable, Sendable {
    /// What the list is ordered by; ties by identifier, tracks without a value last.
    package enum Sort: String, Sendable, CaseIterable {
        case title
        case artist
        case album
        case year
        case createdAt
        case updatedAt
        case durationMs

        /// The direction that is meant where none is named: newest first, else ascending.
        package var naturalOrder: Order {
            self == .createdAt || self == .updatedAt ? .descending : .ascending
        }
    }

    /// The direction of an order, also that of the identifiers which decide ties.
    package enum Order: String, Sendable, CaseIterable {
        case ascending = "asc"
        case descending = "desc"
    }

    /// Which tracks are shown by their status.
    package enum Status: String, Sendable, CaseIterable {
        case active
        case deleted
        case all
    }

    /// Words that title, artist, album or album artist must hold between them; nil finds all.
    package var search: String?
    /// The artist as shown, or one of the separate artists.
    package var artist: String?
    package var album: String?
    /// The album artist; of a track without one, the artist.
    package var albumArtist: String?
    /// The genre as shown, or one of the separate genres.
    package var genre: String?
    package var year: Int?
    package var sort = Sort.createdAt
    package var order = Order.descending
    package var status = Status.active

    package init() {}
}
