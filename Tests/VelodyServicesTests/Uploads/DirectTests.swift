import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Whole files in one request.
@Suite struct DirectTests {
    private let server: MemoryServer
    private let song: [UInt8] = [1, 2, 3]

    init() throws { server = try MemoryServer() }

    private func expectNothingLeft() {
        #expect(server.database.uploads == [])
        #expect(server.storage.partCount == 0)
    }

    @Test(arguments: [nil, 3] as [Int64?])
    func `a file with or without an announced length becomes a track`(length: Int64?) throws {
        let body = ScriptedBody([[1, 2], [3]])
        let finished = try server.put(body, length: length, digest: server.hash(song))
        #expect(finished.isNew)
        #expect(finished.track.metadata.title == "direct")
        #expect(finished.track.audio.content == server.content(song))
        #expect(server.database.uploads.map(\.status) == [.finalized])
        #expect(server.storage.partCount == 0)
    }

    @Test func `known content answers the track that has it`() throws {
        let known = try server.upload(song)
        let again = try server.put(ScriptedBody([song]))
        #expect(again.result.track == known.result.track)
        #expect(!again.isNew && !again.result.created)
    }

    @Test func `a named track gets the audio`() throws {
        let known = try server.upload([9])
        let finished = try server.put(ScriptedBody([song]), for: known.result.track)
        #expect(finished.track.id == known.result.track)
        #expect(finished.track.audio.content.hash == server.hash(song))
    }

    @Test func `a cut transfer leaves nothing`() {
        let error = refusal { _ = try server.put(ScriptedBody([[1, 2]], ending: .cut)) }
        #expect(error?.code == .unavailable)
        expectNothingLeft()
    }

    @Test func `another digest leaves nothing`() {
        let error = refusal {
            _ = try server.put(ScriptedBody([song]), digest: server.hash([9]))
        }
        #expect(error?.code == .hashMismatch)
        expectNothingLeft()
    }

    @Test(arguments: [nil, 0] as [Int64?])
    func `an empty file leaves nothing`(length: Int64?) {
        let error = refusal { _ = try server.put(ScriptedBody([]), length: length) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.facts == [.wrongBody("must not be empty")])
        expectNothingLeft()
    }

    @Test(arguments: [nil, 1_001] as [Int64?])
    func `a file over the limit leaves nothing`(length: Int64?) {
        let long = [UInt8](repeating: 1, count: 1_001)
        let error = refusal { _ = try server.put(ScriptedBody([long]), length: length) }
        #expect(error?.code == .uploadTooLarge)
        #expect(error?.facts == [.maxBytes(1_000)])
        expectNothingLeft()
    }

    @Test func `without room nothing is left`() {
        server.storage.setRoom(2)
        let announced = refusal { _ = try server.put(ScriptedBody([song]), length: 3) }
        #expect(announced?.code == .insufficientStorage)
        server.storage.faults.fail(
            "write(_:at:)", with: StorageError(.insufficientSpace, "full"))
        let met = refusal { _ = try server.put(ScriptedBody([song])) }
        #expect(met?.code == .insufficientStorage)
        expectNothingLeft()
    }

    @Test func `a track that does not exist cannot be named`() {
        let nobody = TrackID(random: [UInt8](repeating: 9, count: 16))
        let error = refusal { _ = try server.put(ScriptedBody([song]), for: nobody) }
        #expect(error?.code == .trackNotFound)
        expectNothingLeft()
    }

    @Test func `a failed synchronisation leaves nothing`() {
        server.storage.faults.fail("synchronize()", with: StorageError(.unexpected, "EIO"))
        #expect(refusal { _ = try server.put(ScriptedBody([song])) }?.code == .internal)
        expectNothingLeft()
    }

    /// Ends a direct upload once its bytes are there.
    private enum LateFailure: CaseIterable {
        case inspection, blob, publishing, refusing

        func arrange(on server: MemoryServer) {
            switch self {
            case .inspection:
                server.inspector.answer(.failure(InspectionError(.unavailable, "away")))
            case .blob:
                server.storage.faults.fail(
                    "publish(_:as:)", with: StorageError(.insufficientSpace, "full"))
            case .publishing:
                server.database.faults.fail("publish(_:)", with: StoreError(.unavailable, "away"))
            case .refusing:
                server.inspector.answer(
                    .success(
                        InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
                server.database.faults.fail(
                    "save(_:)", after: 1, with: StoreError(.unavailable, "away"))
            }
        }
    }

    @Test(arguments: LateFailure.allCases)
    private func `a failure after the last byte leaves nothing`(failure: LateFailure) throws {
        failure.arrange(on: server)
        let error = refusal { _ = try server.put(ScriptedBody([song])) }
        #expect([.insufficientStorage, .unavailable].contains(error?.code))
        expectNothingLeft()
        #expect(try server.events() == 0)
    }

    @Test(arguments: 0..<5)
    func `a database that goes away for long leaves no part`(calls: Int) {
        server.database.faults.fail(
            after: calls, isLasting: true, with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try server.put(ScriptedBody([song])) }?.code == .unavailable)
        #expect(server.storage.partCount == 0)
    }

    @Test func `a song whose answer was lost stays, and is answered the next time`() throws {
        server.database.faults.fail(
            MemoryDatabase.answerOfPublish, with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try server.put(ScriptedBody([song])) }?.code == .unavailable)
        #expect(server.database.uploads.map(\.status) == [.finalized])
        #expect(server.storage.partCount == 0)
        #expect(server.storage.blob(server.content(song)) == song)
        #expect(try !server.put(ScriptedBody([song])).isNew)
        #expect(try server.events() == 1)
    }

    @Test func `a refused file leaves a session that says why`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
        #expect(refusal { _ = try server.put(ScriptedBody([song])) }?.code == .unsupportedAudio)
        let listed = try server.uploads.list(of: server.device.id, status: .rejected)
        #expect(listed.first?.problem?.reason == "zip")
        #expect(listed.first.flatMap { server.storage.quarantined($0.id)?.file } == song)
    }
}
