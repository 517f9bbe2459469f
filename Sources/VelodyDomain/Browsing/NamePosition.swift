/// A place in a list of albums, artists or genres: right after this one.
package struct NamePosition: Equatable, Sendable {
    /// The folded name.
    package let name: String
    /// The folded name of an album's artist; empty for anything else.
    package let owner: String

    package init(name: String, owner: String = "") {
        self.name = name
        self.owner = owner
    }

    /// Whether this can be a place in such a list; anything else was never given out.
    package var isPossible: Bool {
        TrackPosition.isPossible(name) && TrackPosition.isPossible(owner)
    }
}
