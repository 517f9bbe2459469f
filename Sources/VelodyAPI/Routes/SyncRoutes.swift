import VelodyDomain
import VelodyHTTP
import VelodyServices

/// The contract's section Sync.
struct SyncRoutes {
    let sync: SyncService

    private static let limits = 1...5_000
    private static let standardLimit = 1_000
    /// One thread answers all who wait, so each hears the first of its news only; `hasMore` sends it to
    /// the many threads for the rest.
    private static let waiterLimit = 100
    /// In seconds; below what the web server allows an answer to take.
    private static let waits = 0...25

    func add(to routes: inout Routes) {
        routes.trusted(.get, "/sync/bootstrap") { try bootstrap($0.request, $1) }
        routes.patient(.get, "/sync/changes") { try changes($0, $1) }
    }

    private func bootstrap(_ request: Request, _ device: Device) throws -> Response {
        var query = Query(request.query)
        let limit = query.integer("limit", in: Self.limits, default: Self.standardLimit)
        let cursor = query.value("cursor", "is no cursor of a bootstrap") { BootstrapCursor($0) }
        try query.finish()
        let place = try sync.place(at: cursor)
        var page = TrackEncoder(expecting: limit)
        page.json.open("{")
        page.json.name("epoch")
        page.json.uuid(place.epoch)
        page.json.member("lastEventId", place.lastEventID)
        page.json.name("items")
        page.json.open("[")
        let next = try sync.bootstrap(device, from: place, limit: limit, to: &page)
        page.json.close("]")
        page.json.member("nextCursor", next?.description)
        page.json.name("hasMore")
        page.json.boolean(next != nil)
        page.json.close("}")
        return .json(page.json.bytes)
    }

    /// An empty page may wait for its first event.
    private func changes(_ call: Call, _ device: Device) throws -> PatientResponse {
        var query = Query(call.request.query)
        let limit = query.integer("limit", in: Self.limits, default: Self.standardLimit)
        let question = SyncService.Question(
            after: Int64(query.integer("after", in: 0...Int.max)), epoch: query.uuid("epoch"),
            limit: call.lane == .waiter ? min(limit, Self.waiterLimit) : limit)
        let wait = query.integer("wait", in: Self.waits, default: 0)
        try query.finish()
        var encoder = ChangesEncoder()
        let page = try sync.changes(question, for: device, to: &encoder)
        return PatientResponse(
            response: .json(encoder.finish(page)),
            patience: page.last == question.after ? wait : 0)
    }
}
