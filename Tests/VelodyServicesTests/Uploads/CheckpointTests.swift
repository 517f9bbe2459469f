import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// How often a long body is made durable on the way.
@Suite struct CheckpointTests {
    private var server: MemoryServer
    private let session: UploadSession

    init() throws {
        server = try MemoryServer()
        server.policy.checkpointBytes = 2
        server.policy.checkpointMicroseconds = 1_000_000
        session = try server.open([1, 2, 3, 4, 5, 6])
    }

    /// Sends a byte at a time, `seconds` apart; what is promised before each, and at the end.
    private func promises(seconds: Int) throws -> [Int64] {
        let (server, session) = (server, session)
        var promises: [Int64] = []
        let body = ScriptedBody(
            [[1], [2], [3], [4], [5]],
            beforeEach: {
                promises.append((try? server.session(session.id).offset) ?? -1)
                server.clock.advance(seconds: seconds)
            })
        try server.append(body, to: session.id)
        return promises
    }

    @Test func `a fast body is not held up by stretches shorter than a second`() throws {
        #expect(try promises(seconds: 0) == [0, 0, 0, 0, 0, 0])
        #expect(try server.session(session.id).offset == 5)
    }

    @Test func `a stretch ends after so many bytes`() throws {
        #expect(try promises(seconds: 1) == [0, 0, 2, 2, 4, 4])
    }

    @Test func `a slow body is promised every five seconds`() throws {
        #expect(try promises(seconds: 5) == [0, 1, 2, 3, 4, 5])
    }
}
