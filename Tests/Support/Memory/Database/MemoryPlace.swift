import VelodyDomain

/// A place in an ordered list of tracks that lie in memory.
struct MemoryPlace: Comparable {
    let position: TrackPosition
    /// Nil for a place whose track may be gone.
    let track: Track?
    private let isDescending: Bool

    init(_ position: TrackPosition, in query: TrackQuery) {
        self.position = position
        track = nil
        isDescending = query.order == .descending
    }

    init(_ track: Track, in query: TrackQuery) {
        position = TrackPosition(key: Self.key(of: track, query.sort), id: track.id)
        self.track = track
        isDescending = query.order == .descending
    }

    static func == (left: Self, right: Self) -> Bool { left.position == right.position }

    static func < (left: Self, right: Self) -> Bool {
        if (left.position.key == nil) != (right.position.key == nil) {
            return right.position.key == nil
        }
        let isBefore = left.comparable < right.comparable
        return left.isDescending ? right.comparable < left.comparable : isBefore
    }

    private var comparable: (String, Int64, String) {
        switch position.key {
        case nil: ("", 0, position.id.description)
        case .text(let text): (text, 0, position.id.description)
        case .number(let number): ("", Int64(number), position.id.description)
        case .moment(let moment): ("", moment.microseconds, position.id.description)
        }
    }

    private static func key(of track: Track, _ sort: TrackQuery.Sort) -> TrackPosition.Key? {
        switch sort {
        case .title: track.metadata.title.map { .text(cut($0)) }
        case .artist: track.metadata.artist.map { .text(cut($0)) }
        case .album: track.metadata.album.map { .text(cut($0)) }
        case .year: track.metadata.year.map { .number($0) }
        case .createdAt: .moment(track.createdAt)
        case .updatedAt: .moment(track.updatedAt)
        case .durationMs: .number(track.durationMs)
        }
    }

    private static func cut(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(TrackPosition.keyLimit)))
    }
}
