import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Crashes, outages and rivals between the steps of a finalize.
@Suite struct FinalizeFaultTests {
    private let server: MemoryServer
    private let session: UploadSession
    private let song: [UInt8] = [1, 2, 3]

    init() throws {
        server = try MemoryServer()
        session = try server.send(song)
    }

    @Test func `a crash between publishing and commit is completed by asking again`() throws {
        server.database.faults.fail("publish(_:)", with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .unavailable)
        #expect(server.storage.blob(server.content(song)) == song)
        #expect(try server.session(session.id).status == .complete)
        server.storage.cutPower()
        let finished = try server.finalize(session.id)
        #expect(finished.isNew && finished.result.created)
        #expect(server.storage.blob(server.content(song)) == song)
        #expect(try server.events() == 1)
    }

    @Test func `an answer lost after the commit is told when it is asked again`() throws {
        server.database.faults.fail(
            MemoryDatabase.answerOfPublish, with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .unavailable)
        let finished = try server.finalize(session.id)
        #expect(finished.result.created)
        #expect(!finished.isNew)
        #expect(try server.events() == 1)
    }

    @Test func `no row refers to a blob that could not be published`() throws {
        server.storage.faults.fail("publish(_:as:)", with: StorageError(.insufficientSpace, "full"))
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .insufficientStorage)
        #expect(try server.events() == 0)
        #expect(try server.finalize(session.id).isNew)
    }

    @Test func `a finalize that was taken over writes nothing`() throws {
        let (database, id) = (server.database, session.id)
        server.inspector.meanwhile { _ = try? database.makeStores().uploads.acquire(id) }
        #expect(refusal { _ = try server.finalize(id) }?.code == .uploadTakenOver)
        #expect(try server.events() == 0)
        server.inspector.meanwhile {}
        #expect(try server.finalize(id).isNew)
    }

    @Test func `a content's lock is given back, whatever happens`() throws {
        server.database.faults.fail("publish(_:)", with: StoreError(.unexpected, "defect"))
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .internal)
        let impatient = server.database.makeStores(lockPatience: 0)
        try impatient.tracks.lock(server.hash(song)).release()
    }

    @Test func `a refusal that could not be saved is made again`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
        server.database.faults.fail("save(_:)", with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .unavailable)
        #expect(server.storage.part(session.id) == song)
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .unsupportedAudio)
    }

    @Test func `a refusal is remembered even if the file cannot be moved`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
        server.storage.faults.fail(
            "quarantine(_:of:reason:)", with: StorageError(.insufficientSpace, "full"))
        for _ in 1...2 {
            #expect(refusal { _ = try server.finalize(session.id) }?.code == .unsupportedAudio)
        }
    }
}
