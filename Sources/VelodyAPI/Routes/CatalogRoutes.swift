import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The contract's lists of tracks, albums, artists and genres.
struct CatalogRoutes {
    let catalog: CatalogService

    func add(to routes: inout Routes) {
        routes.reading(.get, "/tracks") { call in try tracks(call.request) }
        routes.reading(.get, "/albums") { call in
            try names(.albums, call.request, catalog.albums) { $0.album($1) }
        }
        routes.reading(.get, "/artists") { call in
            try names(.artists, call.request, catalog.artists) { $0.artist($1) }
        }
        routes.reading(.get, "/genres") { call in
            try names(.genres, call.request, catalog.genres) { $0.genre($1) }
        }
    }

    private func tracks(_ request: Request) throws -> Response {
        var query = Query(request.query)
        let limit = query.pageLimit()
        let asked = query.tracks()
        let position = query.cursor { catalog.position(of: $0, in: asked) }
        try query.finish()
        var encoder = TrackEncoder(expecting: limit)
        encoder.json.open("{")
        encoder.json.name("items")
        encoder.json.open("[")
        let next = try catalog.tracks(asked, after: position, limit: limit, to: &encoder)
        encoder.json.close("]")
        encoder.json.member("nextCursor", next)
        encoder.json.close("}")
        return .json(encoder.json.bytes)
    }

    private func names<Item>(
        _ list: NameQuery.List, _ request: Request,
        _ read: (NameQuery) throws(ServiceError) -> NamePage<Item>,
        _ write: (inout JSONWriter, Item) -> Void
    ) throws -> Response {
        var query = Query(request.query)
        let limit = query.pageLimit()
        let search = query.name("q")
        let position = query.cursor { catalog.position(of: $0, in: list, search: search) }
        try query.finish()
        let page = try read(NameQuery(search: search, after: position, limit: limit))
        return .json(.ok) { writer in
            writer.object { writer in
                writer.name("items")
                writer.array(page.items, write)
                writer.member(
                    "nextCursor",
                    page.next.map { catalog.cursor(at: $0, in: list, search: search) })
            }
        }
    }
}
