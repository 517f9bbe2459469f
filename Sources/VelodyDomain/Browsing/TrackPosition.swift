/// A place between two tracks of an ordered list: right after this one.
///
/// It stays valid when tracks come and go, its own included.
package struct TrackPosition: Equatable, Sendable {
    /// The value that a list is ordered by.
    package enum Key: Equatable, Sendable {
        /// Cut to ``keyLimit`` Unicode scalars.
        case text(String)
        case number(Int)
        case moment(Timestamp)
    }

    /// How much of a text decides its place, in Unicode scalars.
    package static let keyLimit = 200

    /// Nil among the tracks without a value, which come last.
    package let key: Key?
    package let id: TrackID

    package init(key: Key?, id: TrackID) {
        self.key = key
        self.id = id
    }

    /// Whether this can be a place in a list ordered so; anything else was never given out.
    package func isPossible(in sort: TrackQuery.Sort) -> Bool {
        switch (sort, key) {
        case (.title, .text(let text)?), (.artist, .text(let text)?), (.album, .text(let text)?):
            Self.isPossible(text)
        case (.year, .number(let year)?): TrackMetadata.years.contains(year)
        case (.durationMs, .number(let duration)?): (0...Int(Int32.max)).contains(duration)
        case (.createdAt, .moment(let moment)?), (.updatedAt, .moment(let moment)?):
            Timestamp.fourDigitYears.contains(moment)
        case (.title, nil), (.artist, nil), (.album, nil), (.year, nil): true
        default: false
        }
    }

    /// Whether a text can be the beginning of a name; the database could hold no NUL.
    package static func isPossible(_ text: String) -> Bool {
        text.unicodeScalars.count <= keyLimit && !text.utf8.contains(0)
    }
}
