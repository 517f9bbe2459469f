import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Cleaning up after uploads whose time is over.
@Suite struct SweepTests {
    private let server: MemoryServer
    private let session: UploadSession

    init() throws {
        server = try MemoryServer()
        session = try server.send([1, 2])
    }

    @Test func `an open session keeps its part`() throws {
        server.clock.advance(seconds: 3_599)
        #expect(try server.uploads.sweep() == 0)
        #expect(server.storage.part(session.id) == [1, 2])
    }

    @Test func `an expired session loses its part and is remembered for 30 days`() throws {
        server.clock.advance(seconds: 3_600)
        #expect(try server.uploads.sweep() == 1)
        #expect(try server.uploads.sweep() == 0)
        #expect(server.storage.partCount == 0)
        #expect(server.database.uploads.map(\.status) == [.expired])
        server.clock.advance(seconds: 30 * 86_400)
        _ = try server.uploads.sweep()
        #expect(server.database.uploads.count == 1)
        server.clock.advance(seconds: 1)
        _ = try server.uploads.sweep()
        #expect(server.database.uploads == [])
    }

    @Test func `a part that somebody holds, or that has no session, is left alone`() throws {
        server.clock.advance(seconds: 3_600)
        let held = try server.storage.parts.lock(session.id, patience: 0)
        let stray = UploadID(random: [UInt8](repeating: 9, count: 16))
        try server.storage.parts.create(stray)
        #expect(try server.uploads.sweep() == 0)
        #expect(server.storage.partCount == 2)
        withExtendedLifetime(held) {}
    }

    @Test func `a sweep that was broken off is completed by the next one`() throws {
        server.clock.advance(seconds: 3_600)
        server.database.faults.fail("save(_:)", with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try server.uploads.sweep() }?.code == .unavailable)
        #expect(refusal { _ = try server.session(session.id) }?.code == .gone)
        #expect(try server.uploads.sweep() == 0)
        #expect(try server.open([1, 2]).id != session.id)
    }

    @Test func `what a finalize could not remove after its commit is removed`() throws {
        server.storage.faults.fail("remove(_:)", with: StorageError(.unavailable, "EIO"))
        #expect(try server.finalize(session.id).isNew)
        #expect(server.storage.partCount == 1)
        #expect(try server.uploads.sweep() == 1)
        #expect(server.storage.partCount == 0)
        #expect(server.storage.blob(server.content([1, 2])) == [1, 2])
        #expect(try server.session(session.id).status == .finalized)
    }

    @Test func `whoever finalizes again clears away what the first time left`() throws {
        server.storage.faults.fail("remove(_:)", with: StorageError(.unavailable, "EIO"))
        #expect(try server.finalize(session.id).isNew)
        #expect(server.storage.partCount == 1)
        #expect(try !server.finalize(session.id).isNew)
        #expect(server.storage.partCount == 0)
    }

    @Test func `a refused file that could not be moved goes to quarantine`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
        server.storage.faults.fail(
            "quarantine(_:of:reason:)", with: StorageError(.unavailable, "EIO"))
        _ = refusal { _ = try server.finalize(session.id) }
        #expect(server.storage.partCount == 1)
        #expect(try server.uploads.sweep() == 1)
        #expect(server.storage.partCount == 0)
        #expect(server.storage.quarantined(session.id)?.file == [1, 2])
    }

    /// PU7.
    @Test func `a direct upload that was killed loses its part within the hour`() throws {
        var server = try MemoryServer()
        server.policy.sessionLifetime = 7_200
        let open = try server.send([1, 2])
        // As if nobody were there any more to clear it away.
        server.database.faults.fail("delete(_:)", with: StoreError(.unavailable, "killed"))
        server.storage.faults.fail("remove(_:)", with: StorageError(.unavailable, "killed"))
        _ = refusal { _ = try server.put(ScriptedBody([[7, 8]], ending: .cut)) }
        #expect(server.storage.partCount == 2)
        server.clock.advance(seconds: 3_599)
        #expect(try server.uploads.sweep() == 0)
        server.clock.advance(seconds: 1)
        #expect(try server.uploads.sweep() == 1)
        #expect(server.storage.part(open.id) == [1, 2])
        #expect(server.storage.partCount == 1)
    }
}
