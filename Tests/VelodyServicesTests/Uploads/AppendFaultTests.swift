import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Disks that fill up or fail, and databases that go away, while bytes come.
@Suite struct AppendFaultTests {
    private var server: MemoryServer
    private let session: UploadSession

    init() throws {
        server = try MemoryServer()
        session = try server.open([1, 2, 3, 4, 5, 6])
        try server.append(ScriptedBody([[1, 2]]), to: session.id)
    }

    @Test func `a failed synchronisation is never a success`() throws {
        server.storage.faults.fail("synchronize()", with: StorageError(.unexpected, "EIO"))
        let error = refusal {
            try server.append(ScriptedBody([[3, 4]]), at: 2, to: session.id)
        }
        #expect(error?.code == .internal)
        #expect(try server.session(session.id).offset == 2)
        try server.append(ScriptedBody([[3, 4, 5, 6]]), at: 2, to: session.id)
        server.storage.cutPower()
        #expect(server.storage.part(session.id) == [1, 2, 3, 4, 5, 6])
    }

    @Test func `a synchronisation that failed on the way is not tried again at the end`() throws {
        var server = server
        server.policy.checkpointBytes = 1
        server.storage.faults.fail("synchronize()", with: StorageError(.unexpected, "EIO"))
        let body = ScriptedBody([[3], [4]])
        #expect(refusal { try server.append(body, at: 2, to: session.id) }?.code == .internal)
        #expect(try server.session(session.id).offset == 2)
    }

    @Test(arguments: [
        (StorageError.Code.insufficientSpace, ServiceError.Code.insufficientStorage),
        (.unavailable, .unavailable),
    ])
    func `a synchronisation that fails on the way says why, and what is promised`(
        failure: StorageError.Code, answer: ServiceError.Code
    ) throws {
        var server = server
        server.policy.checkpointBytes = 1
        server.storage.faults.fail("synchronize()", after: 1, with: StorageError(failure, "disk"))
        let body = ScriptedBody([[3], [4], [5]])
        let error = refusal { try server.append(body, at: 2, to: session.id) }
        #expect(error?.code == answer)
        #expect(error?.facts == [.offset(3)])
        #expect(try server.session(session.id).offset == 3)
    }

    @Test func `a promise that could not be saved on the way is not told`() throws {
        var server = server
        server.policy.checkpointBytes = 1
        server.database.faults.fail("save(_:)", with: StoreError(.unavailable, "away"))
        let error = refusal {
            try server.append(ScriptedBody([[3], [4]]), at: 2, to: session.id)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.facts == [.offset(2)])
        #expect(try server.session(session.id).offset == 2)
    }

    @Test func `a full disk keeps what fitted`() throws {
        server.storage.faults.fail(
            "write(_:at:)", after: 1, with: StorageError(.insufficientSpace, "full"))
        let error = refusal {
            try server.append(ScriptedBody([[3], [4]]), at: 2, to: session.id)
        }
        #expect(error?.code == .insufficientStorage)
        #expect(error?.facts == [.offset(3)])
        #expect(try server.session(session.id).offset == 3)
    }

    @Test func `nothing is taken while the reserve is touched`() throws {
        server.storage.setRoom(-1)
        let body = ScriptedBody([[3], [4]])
        let error = refusal { try server.append(body, at: 2, to: session.id) }
        #expect(error?.code == .insufficientStorage)
        #expect(error?.facts == [.offset(2)])
        #expect(try server.session(session.id).offset == 2)
        server.storage.setRoom(100)
        #expect(try server.append(ScriptedBody([[3], [4]]), at: 2, to: session.id).offset == 4)
    }

    @Test func `a long body is promised on the way, after so many bytes`() throws {
        var server = server
        server.policy.checkpointBytes = 2
        try expectPromise(of: 4, during: [[3, 4], [5]], on: server)
    }

    @Test func `a slow body is promised on the way, after so many seconds`() throws {
        let server = server
        let body = ScriptedBody(
            [[3], [4]], beforeEnd: { #expect((try? server.session(session.id))?.offset == 4) },
            beforeEach: { server.clock.advance(seconds: 3) })
        try server.append(body, at: 2, to: session.id)
    }

    private func expectPromise(
        of offset: Int64, during pieces: [[UInt8]], on server: MemoryServer
    ) throws {
        let body = ScriptedBody(pieces) {
            #expect((try? server.session(session.id))?.offset == offset)
        }
        try server.append(body, at: 2, to: session.id)
    }

    @Test func `an offset that could not be saved is not promised`() throws {
        server.database.faults.fail("save(_:)", with: StoreError(.unavailable, "away"))
        let error = refusal {
            try server.append(ScriptedBody([[3, 4]]), at: 2, to: session.id)
        }
        #expect(error?.code == .unavailable)
        #expect(try server.session(session.id).offset == 2)
        #expect(try server.append(ScriptedBody([[3]]), at: 2, to: session.id).offset == 3)
    }
}
