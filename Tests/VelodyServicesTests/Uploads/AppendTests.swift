import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Sending an upload's bytes: what is answered, and what is kept.
@Suite struct AppendTests {
    private var server: MemoryServer
    private let song: [UInt8] = [1, 2, 3, 4, 5, 6]

    init() throws { server = try MemoryServer() }

    @Test func `bodies add up to a complete upload`() throws {
        let session = try server.open(song)
        let half = try server.append(ScriptedBody([[1], [2, 3]]), to: session.id)
        #expect(half.offset == 3)
        #expect(half.status == .receiving)
        let whole = try server.append(ScriptedBody([[4, 5, 6]]), at: 3, to: session.id)
        #expect(whole.status == .complete)
        #expect(server.storage.part(session.id) == song)
        #expect(try server.session(session.id) == whole)
    }

    @Test func `what was answered survives a power cut`() throws {
        let session = try server.open(song)
        try server.append(ScriptedBody([[1, 2, 3]]), to: session.id)
        server.storage.cutPower()
        #expect(server.storage.part(session.id) == [1, 2, 3])
    }

    @Test(arguments: [0, 2, 4, 7] as [Int64])
    func `a wrong offset is told the right one, before all else`(offset: Int64) throws {
        let session = try server.open(song)
        try server.append(ScriptedBody([[1, 2, 3]]), to: session.id)
        let error = refusal {
            try server.append(
                ScriptedBody([[9]]), at: offset, isOffsetStream: false, to: session.id)
        }
        #expect(error?.code == .offsetMismatch)
        #expect(error?.facts == [.expectedOffset(3)])
        #expect(server.storage.part(session.id) == [1, 2, 3])
    }

    @Test func `another content type is refused`() throws {
        let session = try server.open(song)
        let error = refusal {
            try server.append(ScriptedBody([[1]]), isOffsetStream: false, to: session.id)
        }
        #expect(error?.code == .unsupportedMediaType)
        #expect(server.storage.part(session.id) == [])
    }

    @Test func `a body cut short keeps what came`() throws {
        let session = try server.open(song)
        let error = refusal {
            try server.append(ScriptedBody([[1, 2]], ending: .cut), to: session.id)
        }
        #expect(error?.code == .unavailable)
        #expect(try server.session(session.id).offset == 2)
        server.storage.cutPower()
        #expect(server.storage.part(session.id) == [1, 2])
    }

    @Test func `nothing beyond the announced size is kept`() throws {
        let session = try server.open(song)
        let error = refusal {
            try server.append(ScriptedBody([song + [7], [8]]), to: session.id)
        }
        #expect(error?.code == .uploadExceedsSize)
        #expect(error?.facts == [.offset(6), .sizeBytes(6)])
        #expect(server.storage.part(session.id) == song)
        #expect(try server.session(session.id).status == .complete)
    }

    @Test func `after the last byte only an empty body is taken`() throws {
        let session = try server.send(song)
        let error = refusal {
            try server.append(ScriptedBody([[7]]), at: 6, to: session.id)
        }
        #expect(error?.code == .uploadExceedsSize)
        #expect(try server.append(ScriptedBody([]), at: 6, to: session.id).status == .complete)
        #expect(server.storage.part(session.id) == song)
    }

    @Test func `a finalized and a rejected upload are closed`() throws {
        let stored = try server.send(song)
        _ = try server.finalize(stored.id)
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
        let refused = try server.send([9])
        #expect(refusal { _ = try server.finalize(refused.id) } != nil)
        for id in [stored.id, refused.id] {
            for offset: Int64 in [0, 6] {
                let error = refusal { try server.append(ScriptedBody([]), at: offset, to: id) }
                #expect(error?.code == .uploadClosed)
            }
        }
    }

    @Test func `an unknown, another's and an expired upload take nothing`() throws {
        let unknown = UploadID(random: [UInt8](repeating: 9, count: 16))
        #expect(refusal { try server.append(ScriptedBody([]), to: unknown) }?.code == .notFound)
        let session = try server.open(song)
        let stranger = DeviceID(random: [UInt8](repeating: 9, count: 16))
        #expect(
            refusal { _ = try server.uploads.session(session.id, of: stranger) }?.code == .notFound)
        server.clock.advance(seconds: 3_600)
        #expect(refusal { try server.append(ScriptedBody([]), to: session.id) }?.code == .gone)
    }

    @Test func `each body extends the session's life`() throws {
        let session = try server.open(song)
        server.clock.advance(seconds: 3_000)
        let extended = try server.append(ScriptedBody([[1]]), to: session.id)
        #expect(extended.expiresAt == server.clock.now().advanced(bySeconds: 3_600))
        server.clock.advance(seconds: 3_000)
        #expect(try server.session(session.id).offset == 1)
    }

    @Test func `an empty body after the last byte extends it too, and changes nothing else`() throws
    {
        let session = try server.send(song)
        server.clock.advance(seconds: 3_000)
        let extended = try server.append(ScriptedBody([]), at: 6, to: session.id)
        #expect(extended.expiresAt == server.clock.now().advanced(bySeconds: 3_600))
        #expect(extended.status == .complete && extended.offset == 6)
        #expect(try server.finalize(session.id).isNew)
    }

    @Test func `bytes that were never promised are cut off by the next body`() throws {
        let session = try server.open(song)
        try server.append(ScriptedBody([[1, 2]]), to: session.id)
        server.storage.damage(session.id, [1, 2, 9, 9, 9, 9, 9])
        try server.append(ScriptedBody([[3]]), at: 2, to: session.id)
        #expect(server.storage.part(session.id) == [1, 2, 3])
    }

    @Test func `a part that lost bytes is continued where it ends`() throws {
        let session = try server.open(song)
        try server.append(ScriptedBody([[1, 2, 3]]), to: session.id)
        server.storage.damage(session.id, [1])
        let error = refusal { try server.append(ScriptedBody([[4]]), at: 3, to: session.id) }
        #expect(error?.facts == [.expectedOffset(1)])
        try server.append(ScriptedBody([[2, 3, 4, 5, 6]]), at: 1, to: session.id)
        #expect(server.storage.part(session.id) == song)
    }

    @Test func `a part that is lost is begun anew`() throws {
        let session = try server.send(song)
        server.storage.damage(session.id, nil)
        let error = refusal { try server.append(ScriptedBody([]), at: 6, to: session.id) }
        #expect(error?.code == .offsetMismatch)
        #expect(error?.facts == [.expectedOffset(0)])
        #expect(try server.session(session.id).status == .receiving)
        try server.append(ScriptedBody([song]), to: session.id)
        #expect(try server.finalize(session.id).isNew)
    }
}
