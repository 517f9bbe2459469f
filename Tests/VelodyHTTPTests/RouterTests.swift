import Testing
import VelodyHTTP

/// Routing on the raw path.
@Suite struct RouterTests {
    private let router: Router<String>

    init() {
        var router = Router<String>()
        router.add(.get, "/api/tracks/{id}", "track")
        router.add(.post, "/api/uploads/prepare", "prepare")
        router.add(.get, "/api/uploads/{id}", "upload")
        router.add(.delete, "/api/uploads/{id}", "cancel")
        self.router = router
    }

    private func handler(_ method: Method, _ path: String) -> String? {
        guard case .found(let handler, _, _) = router.match(method, path[...]) else { return nil }
        return handler
    }

    @Test func `a parameter takes one segment, decoded on demand`() throws {
        guard case .found(_, let parameters, _) = router.match(.get, "/api/tracks/a%20b") else {
            Issue.record("not found")
            return
        }
        #expect(parameters["id"] == "a b")
        #expect(parameters.raw("id") == "a%20b")
    }

    @Test func `a literal wins over a parameter, and HEAD is GET's`() {
        #expect(handler(.post, "/api/uploads/prepare") == "prepare")
        #expect(handler(.head, "/api/uploads/7") == "upload")
    }

    @Test func `another method is refused with what is allowed`() {
        guard case .methodNotAllowed(let allow, _) = router.match(.put, "/api/uploads/7") else {
            Issue.record("found")
            return
        }
        #expect(allow == [.get, .head, .delete])
    }

    /// PR7.
    @Test(arguments: [
        "", "api/tracks/1", "/api/tracks/", "/api//tracks/1", "/api/tracks/..", "/api/tracks/.",
        "/api/tracks/%2e%2e", "/api/tracks/a%2fb", "/api/tracks/a%00", "/api/tracks/%zz",
        "/api/tracks/%2", "/api/%74racks/1", "/api/tracks/1/", "/api/tracks/1/2",
    ])
    func `a path that would mean something else is not found`(path: String) {
        #expect(handler(.get, path) == nil)
    }
}
