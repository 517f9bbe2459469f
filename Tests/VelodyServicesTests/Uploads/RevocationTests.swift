import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// A device that is revoked while its request runs: its token is dead at once.
@Suite struct RevocationTests {
    private var server: MemoryServer
    private let song: [UInt8] = [1, 2, 3, 4]

    init() throws { server = try MemoryServer() }

    private func revoke() { try? server.devices.revoke(server.device.id) }

    private func expectNoSong() throws {
        #expect(try server.events() == 0)
        #expect(try server.newest() == [])
    }

    @Test func `a body is promised nothing`() throws {
        let session = try server.open(song)
        let error = refusal {
            try server.append(ScriptedBody([[1, 2]]) { revoke() }, to: session.id)
        }
        #expect(error?.code == .unauthorized)
        #expect(try server.session(session.id).offset == 0)
    }

    @Test func `a long body ends on the way`() throws {
        var server = server
        server.policy.checkpointBytes = 1
        let session = try server.open(song)
        let body = ScriptedBody([[1], [2], [3]], beforeEach: { revoke() })
        #expect(refusal { try server.append(body, to: session.id) }?.code == .unauthorized)
        #expect(server.storage.part(session.id) == [1])
    }

    @Test func `a direct upload adds no song and leaves nothing`() throws {
        let error = refusal { _ = try server.put(ScriptedBody([song]) { revoke() }) }
        #expect(error?.code == .unauthorized)
        try expectNoSong()
        #expect(server.storage.partCount == 0)
        #expect(server.database.uploads == [])
    }

    @Test func `a finalize adds no song`() throws {
        let session = try server.send(song)
        revoke()
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .unauthorized)
        try expectNoSong()
        #expect(try server.session(session.id).status == .complete)
    }
}
