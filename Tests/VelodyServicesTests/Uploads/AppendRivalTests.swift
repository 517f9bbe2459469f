import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Two requests, or two processes, at one upload.
@Suite struct AppendRivalTests {
    private let server: MemoryServer
    private let session: UploadSession

    init() throws {
        server = try MemoryServer()
        session = try server.open([1, 2, 3, 4])
    }

    @Test func `who is displaced hears it, and its bytes are kept`() throws {
        let (server, id) = (server, session.id)
        let body = ScriptedBody([[1, 2]]) { server.resources.running.displace(id) }
        let error = refusal { try server.append(body, to: id) }
        #expect(error?.code == .uploadTakenOver)
        #expect(error?.facts == [.offset(2)])
        #expect(try server.session(id).offset == 2)
    }

    @Test func `who lost the generation promises nothing`() throws {
        let (server, id) = (server, session.id)
        let body = ScriptedBody([[1, 2]]) {
            _ = try? server.database.makeStores().uploads.acquire(id)
        }
        #expect(refusal { try server.append(body, to: id) }?.code == .uploadTakenOver)
        #expect(try server.session(id).offset == 0)
        try server.append(ScriptedBody([[1, 2, 3, 4]]), to: id)
        #expect(try server.finalize(id).isNew)
    }

    @Test func `a holder in another process is not waited for for ever`() throws {
        let held = try server.storage.parts.lock(session.id, patience: 0)
        let error = refusal { try server.append(ScriptedBody([[1]]), to: session.id) }
        #expect(error?.code == .uploadLocked)
        #expect(error?.retryAfter == 5)
        withExtendedLifetime(held) {}
    }

    @Test func `a mistaken request disturbs nobody`() throws {
        let (server, id) = (server, session.id)
        let body = ScriptedBody([[1, 2]]) {
            let error = refusal { try server.append(ScriptedBody([]), at: 3, to: id) }
            #expect(error?.code == .offsetMismatch)
        }
        #expect(try server.append(body, to: id).offset == 2)
    }

    @Test func `reading neither waits for nor disturbs a running request`() throws {
        let (server, id) = (server, session.id)
        let body = ScriptedBody([[1, 2]]) {
            #expect((try? server.session(id)) != nil)
        }
        #expect(try server.append(body, to: id).offset == 2)
    }

    @Test func `a newcomer gets the turn, and goes on where the displaced one stopped`() throws {
        let rival = Rival(server)
        let id = session.id
        let body = ScriptedBody([[1, 2]], ending: .interrupt) {
            rival.start { try $0.append(ScriptedBody([[3]]), at: 0, to: id) }
        }
        #expect(refusal { try server.append(body, to: id) }?.code == .uploadTakenOver)
        // It believed the offset that held when it came; the bytes were kept.
        #expect(rival.outcome()?.facts == [.expectedOffset(2)])
        #expect(try server.session(id).offset == 2)
    }

    @Test func `cancelling ends a running request`() throws {
        let rival = Rival(server)
        let id = session.id
        let body = ScriptedBody([[1, 2]], ending: .interrupt) {
            rival.start { try $0.uploads.cancel(id, of: $0.device.id) }
        }
        #expect(refusal { try server.append(body, to: id) }?.code == .uploadTakenOver)
        #expect(rival.outcome() == nil)
        #expect(server.storage.partCount == 0)
        #expect(server.database.uploads == [])
    }
}
