import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The contract's section Library, as far as it is about one record.
struct TrackRoutes {
    let library: LibraryService
    let rereading: RereadService

    func add(to routes: inout Routes) {
        routes.reading(.get, "/tracks/{id}") { call in try show(call) }
        routes.trusted(.patch, "/tracks/{id}") { call, _ in try edit(call) }
        routes.trusted(.delete, "/tracks/{id}") { call, _ in
            try library.delete(call.id(TrackID.self), isExpected: expected(by: call))
            return Response(.noContent)
        }
        routes.trusted(.post, "/tracks/{id}/restore") { call, _ in
            tagged(try library.restore(call.id(TrackID.self), isExpected: expected(by: call)))
        }
        routes.trusted(.post, "/tracks/{id}/reread", lane: .ingest) { call, _ in try reread(call) }
    }

    private func show(_ call: Call) throws -> Response {
        let track = try library.track(call.id(TrackID.self))
        var response =
            switch Preconditions(call.request.fields).decide(current: track.tag) {
            case .notModified: Response(.notModified)
            case .failed, .proceed: Response.json(.ok) { $0.track(track) }
            }
        response.fields.set("ETag", track.tag.description)
        response.fields.set("Cache-Control", "private, no-cache")
        return response
    }

    private func edit(_ call: Call) throws -> Response {
        let id = try call.id(TrackID.self)
        let body = try call.request.decode(
            EditBody.self, allowsEmpty: true,
            accepting: ["application/merge-patch+json", "application/json"])
        return tagged(try library.edit(id, try body.edits(), isExpected: expected(by: call)))
    }

    private func reread(_ call: Call) throws -> Response {
        let id = try call.id(TrackID.self)
        let wish = try call.request.decode(RereadBody.self, allowsEmpty: true).wish()
        return tagged(try rereading.reread(id, wish, isExpected: expected(by: call)))
    }

    /// Whether a version is one that the request's preconditions allow to be changed.
    private func expected(by call: Call) -> (Int64) -> Bool {
        let preconditions = Preconditions(call.request.fields)
        return { preconditions.allowChange(of: Track.tag(ofVersion: $0)) }
    }

    private func tagged(_ track: Track) -> Response {
        var response = Response.json(.ok) { $0.track(track) }
        response.fields.set("ETag", track.tag.description)
        return response
    }
}

extension Track {
    fileprivate var tag: EntityTag { Self.tag(ofVersion: version) }

    fileprivate static func tag(ofVersion version: Int64) -> EntityTag { EntityTag("v\(version)") }
}
