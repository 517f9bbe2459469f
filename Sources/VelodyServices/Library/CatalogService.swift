package import VelodyDomain

/// Browses the library in pages.
///
/// Confined to the thread that made it.
package struct CatalogService {
    private let catalog: any CatalogStore
    let cryptography: any Cryptography

    package init(stores: Stores, resources: Resources) {
        catalog = stores.catalog
        cryptography = resources.cryptography
    }

    /// Tells a page of tracks to `sink`; returns the cursor of the next one, nil on the last.
    package func tracks(
        _ query: TrackQuery, after: TrackPosition?, limit: Int, to sink: inout some TrackSink
    ) throws(ServiceError) -> String? {
        let next = try store { () throws(StoreError) in
            try catalog.tracks(query, after: after, limit: limit, to: &sink)
        }
        return next.map { cursor(at: $0, in: query) }
    }

    /// A page of albums, by name and artist.
    package func albums(_ query: NameQuery) throws(ServiceError) -> NamePage<Album> {
        try store { () throws(StoreError) in
            try catalog.albums(search: query.search, after: query.after, limit: query.limit)
        }
    }

    /// A page of artists, by name.
    package func artists(_ query: NameQuery) throws(ServiceError) -> NamePage<Artist> {
        try store { () throws(StoreError) in
            try catalog.artists(search: query.search, after: query.after, limit: query.limit)
        }
    }

    /// A page of genres, by name.
    package func genres(_ query: NameQuery) throws(ServiceError) -> NamePage<Genre> {
        try store { () throws(StoreError) in
            try catalog.genres(search: query.search, after: query.after, limit: query.limit)
        }
    }
}
