import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Bodies under a digest: all of them, verified, or nothing.
@Suite struct AppendDigestTests {
    private var server: MemoryServer
    private let session: UploadSession

    init() throws {
        server = try MemoryServer()
        // Would save after each byte, were it not for the digest.
        server.policy.checkpointBytes = 1
        session = try server.open([1, 2, 3, 4, 5, 6])
        try server.append(ScriptedBody([[1, 2]]), to: session.id)
    }

    private func send(_ body: ScriptedBody, digestOf bytes: [UInt8]) -> ServiceError? {
        refusal {
            try server.append(body, at: 2, digest: server.hash(bytes), to: session.id)
        }
    }

    private func expectNothingKept() throws {
        #expect(try server.session(session.id).offset == 2)
        #expect(server.storage.part(session.id) == [1, 2])
    }

    @Test func `a body that is what its digest says is kept`() throws {
        let kept = try server.append(
            ScriptedBody([[3], [4]]), at: 2, digest: server.hash([3, 4]), to: session.id)
        #expect(kept.offset == 4)
        #expect(server.storage.part(session.id) == [1, 2, 3, 4])
    }

    @Test func `another body keeps nothing`() throws {
        let error = send(ScriptedBody([[3], [9]]), digestOf: [3, 4])
        #expect(error?.code == .digestMismatch)
        #expect(error?.facts == [.offset(2)])
        try expectNothingKept()
    }

    @Test func `a body cut short keeps nothing`() throws {
        #expect(
            send(ScriptedBody([[3]], ending: .cut), digestOf: [3, 4])?.code == .unavailable)
        try expectNothingKept()
    }

    @Test func `a body that is too long keeps nothing`() throws {
        let error = send(ScriptedBody([[3, 4, 5, 6, 7]]), digestOf: [3, 4, 5, 6, 7])
        #expect(error?.code == .uploadExceedsSize)
        try expectNothingKept()
    }

    @Test func `a body that finds no room keeps nothing`() throws {
        server.storage.faults.fail(
            "write(_:at:)", after: 1, with: StorageError(.insufficientSpace, "full"))
        #expect(
            send(ScriptedBody([[3], [4]]), digestOf: [3, 4])?.code == .insufficientStorage)
        try expectNothingKept()
    }

    @Test func `nothing of it counts before its end`() throws {
        let (server, id) = (server, session.id)
        let body = ScriptedBody([[3], [4]]) {
            #expect((try? server.session(id))?.offset == 2)
        }
        try server.append(body, at: 2, digest: server.hash([3, 4]), to: id)
    }
}
