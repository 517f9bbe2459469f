import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Ending an upload.
@Suite struct CancelTests {
    private let server: MemoryServer

    init() throws { server = try MemoryServer() }

    private func cancel(_ id: UploadID) throws(ServiceError) {
        try server.uploads.cancel(id, of: server.device.id)
    }

    @Test func `part and session go, and a second time there is none`() throws {
        let session = try server.send([1, 2])
        try cancel(session.id)
        #expect(server.storage.partCount == 0)
        #expect(server.database.uploads == [])
        #expect(refusal { try cancel(session.id) }?.code == .notFound)
    }

    @Test func `another's upload is not found`() throws {
        let session = try server.send([1, 2])
        let stranger = DeviceID(random: [UInt8](repeating: 9, count: 16))
        let error = refusal { try server.uploads.cancel(session.id, of: stranger) }
        #expect(error?.code == .notFound)
        #expect(server.storage.partCount == 1)
    }

    @Test func `a finalized upload is closed`() throws {
        let session = try server.send([1, 2])
        _ = try server.finalize(session.id)
        #expect(refusal { try cancel(session.id) }?.code == .uploadClosed)
    }

    @Test func `an expired upload, and one whose part is lost, can be ended`() throws {
        let expired = try server.send([1, 2])
        server.clock.advance(seconds: 3_600)
        try cancel(expired.id)
        let lost = try server.send([3, 4])
        server.storage.damage(lost.id, nil)
        try cancel(lost.id)
        #expect(server.database.uploads == [])
    }

    @Test func `a holder that does not yield is not waited for for ever`() throws {
        let session = try server.send([1, 2])
        let held = try server.storage.parts.lock(session.id, patience: 0)
        #expect(refusal { try cancel(session.id) }?.code == .uploadLocked)
        #expect(server.database.uploads.count == 1)
        withExtendedLifetime(held) {}
    }

    @Test func `an outage between row and part leaves only a part that nobody knows`() throws {
        let session = try server.send([1, 2])
        server.storage.faults.fail("remove(_:)", with: StorageError(.unavailable, "EIO"))
        #expect(refusal { try cancel(session.id) }?.code == .unavailable)
        #expect(server.database.uploads == [])
        #expect(try server.upload([1, 2]).isNew)
    }
}
