import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The contract's section Library, as far as records go.
struct TrackRoutes {
    let library: LibraryService

    func add(to routes: inout Routes) {
        routes.trusted(.get, "/tracks") { call, _ in try list(call.request) }
        routes.trusted(.get, "/tracks/{id}") { call, _ in try show(call) }
    }

    private func list(_ request: Request) throws -> Response {
        var query = Query(request.query)
        let limit = query.integer("limit", in: 1...500, default: 100)
        try query.finish()
        let items = try library.newest(limit: limit)
        return .json(.ok) { writer in
            writer.object { writer in
                writer.name("items")
                writer.array(items) { $0.track($1) }
                writer.name("nextCursor")
                writer.null()
            }
        }
    }

    private func show(_ call: Call) throws -> Response {
        let track = try library.track(call.id(TrackID.self))
        let tag = EntityTag("v\(track.version)")
        var response =
            switch Preconditions(call.request.fields).decide(current: tag) {
            case .notModified: Response(.notModified)
            case .failed, .proceed: Response.json(.ok) { $0.track(track) }
            }
        response.fields.set("ETag", tag.description)
        response.fields.set("Cache-Control", "private, no-cache")
        return response
    }
}
