package import VelodyDomain

/// Which page of albums, artists or genres is asked for.
package struct NameQuery: Equatable, Sendable {
    /// The lists of names; a cursor of one is none of another.
    package enum List: String, Sendable {
        case albums
        case artists
        case genres
    }

    package let search: String?
    package let after: NamePosition?
    package let limit: Int

    package init(search: String?, after: NamePosition?, limit: Int) {
        self.search = search
        self.after = after
        self.limit = limit
    }
}
