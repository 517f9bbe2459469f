import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// A whole upload is read again only where this process did not hash it as it came.
@Suite struct PrefixDigestTests {
    private let server: MemoryServer
    private let song: [UInt8] = [1, 2, 3, 4]

    init() throws { server = try MemoryServer() }

    /// Whether finalizing succeeds although the part cannot be read.
    private func isKnown(_ id: UploadID) throws -> Bool {
        server.storage.faults.fail(
            "digest(length:)", with: StorageError(.unavailable, "must not be read"))
        let isKnown = (try? server.finalize(id)) != nil
        server.storage.faults.heal()
        if isKnown { #expect(server.storage.blob(server.content(song)) == song) }
        return isKnown
    }

    @Test func `an upload in one piece is not read again`() throws {
        #expect(try isKnown(server.send(song).id))
    }

    @Test func `an upload in pieces, one of them cut, is not read again`() throws {
        let id = try server.open(song).id
        #expect(throws: ServiceError.self) {
            try server.append(ScriptedBody([[1], [2]], ending: .cut), to: id)
        }
        try server.append(ScriptedBody([[3]]), at: 2, digest: server.hash([3]), to: id)
        try server.append(ScriptedBody([[4]]), at: 3, to: id)
        #expect(try isKnown(id))
    }

    @Test func `what another process received is read`() throws {
        let id = try server.open(song).id
        try server.append(ScriptedBody([[1, 2]]), to: id)
        var other = server
        other.resources = server.makeResources()
        try other.append(ScriptedBody([[3, 4]]), at: 2, to: id)
        #expect(try !isKnown(id))
        #expect(try server.finalize(id).isNew)
    }

    @Test func `what may have been written by somebody else is read`() throws {
        let id = try server.send(song).id
        _ = try server.database.makeStores().uploads.acquire(id)
        #expect(try !isKnown(id))
    }

    @Test func `what a refused body held is not counted`() throws {
        let id = try server.open(song).id
        try server.append(ScriptedBody([[1, 2]]), to: id)
        #expect(throws: ServiceError.self) {
            try server.append(ScriptedBody([[9, 9]]), at: 2, digest: server.hash([3, 4]), to: id)
        }
        try server.append(ScriptedBody([[3, 4]]), at: 2, to: id)
        #expect(try !isKnown(id))
        #expect(try server.finalize(id).isNew)
    }

    @Test func `a wrong content is found without reading it`() throws {
        let id = try server.open(song).id
        try server.append(ScriptedBody([[1, 2, 3, 5]]), to: id)
        #expect(refusal { _ = try server.finalize(id) }?.code == .hashMismatch)
    }

    @Test func `of many digests the oldest is forgotten`() throws {
        let digests = PrefixDigests(capacity: 2)
        var sessions = try [[1], [2], [3]].map { try server.open($0) }
        for session in sessions {
            digests.keep(server.resources.cryptography.makeHasher(), of: session)
        }
        for index in sessions.indices { sessions[index].generation += 1 }
        #expect(sessions.map { digests.take($0) != nil } == [false, true, true])
        #expect(digests.take(sessions[1]) == nil)
    }
}
