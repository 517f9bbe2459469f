import Synchronization
import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Refused files and what their owner decides.
@Suite struct QuarantineServiceTests {
    private let server: MemoryServer
    private let quarantine: QuarantineService
    private let id: UploadID
    private static let odd = report(.quarantine(reason: "free-format"))

    /// A server that has refused one file.
    init() throws {
        server = try MemoryServer()
        quarantine = QuarantineService(server.storage.quarantine, uploads: server.uploads)
        id = try server.send([1, 2]).id
        server.inspector.answer(.success(Self.odd))
        let (server, id) = (server, id)
        _ = refusal { _ = try server.finalize(id) }
    }

    private static func report(
        _ verdict: InspectionReport.Verdict, type: String = "audio/mpeg", durationMs: Int = 900
    ) -> InspectionReport {
        InspectionReport(
            verdict: verdict, detectedType: type,
            properties: AudioProperties(
                durationMs: durationMs, bitRateKbps: 0, sampleRateHz: 44_100, channels: 2))
    }

    @Test func `a refused file is listed with why`() throws {
        let entry = try #require(try quarantine.list().first)
        #expect(entry.id == id)
        #expect(entry.sizeBytes == 2)
        #expect(entry.code == "unsupported-audio")
        #expect(entry.reason == "free-format")
        #expect(entry.filename == "song.mp3")
        #expect(try quarantine.entry(id).detail == entry.detail)
    }

    @Test func `what may be audio is released as an upload is: one event, a warning`() throws {
        let events = try server.events()
        let finished = try quarantine.release(id)
        #expect(finished.isNew)
        #expect(finished.track.audio.warnings == ["free-format", "released-from-quarantine"])
        #expect(try server.events() == events + 1)
        #expect(try server.session(id).status == .finalized)
        #expect(server.storage.blob(server.content([1, 2])) == [1, 2])
        #expect(server.storage.partCount == 0)
        #expect(try quarantine.list().isEmpty)
        #expect(refusal { _ = try quarantine.release(id) }?.code == .notFound)
    }

    @Test func `Layer III in a WAV file is released as what it is`() throws {
        server.inspector.answer(
            .success(Self.report(.quarantine(reason: "mp3-in-wav"), type: "audio/wav")))
        let audio = try quarantine.release(id).track.audio
        #expect(audio.content.type == .wav)
        #expect(audio.warnings == ["mp3-in-wav", "released-from-quarantine"])
    }

    @Test func `the device hears of it when it finalizes again`() throws {
        let finished = try quarantine.release(id)
        #expect(try server.finalize(id).result == finished.result)
    }

    @Test func `a session whose time was over is released all the same`() throws {
        server.clock.advance(seconds: 40 * 86_400)
        #expect(try quarantine.release(id).isNew)
    }

    @Test func `what was refused for its hash alone is released under its own`() throws {
        let announced = server.announcement([3, 4])
        guard
            case .upload(let session, _) = try server.uploads.prepare(
                announced, device: server.device.id)
        else { throw ServiceError(.internal, "not opened") }
        _ = try server.append(ScriptedBody([[5, 6]]), to: session.id)
        server.inspector.answer(.success(.song))
        #expect(refusal { _ = try server.finalize(session.id) }?.code == .hashMismatch)
        let finished = try quarantine.release(session.id)
        #expect(finished.track.audio.content.hash == server.hash([5, 6]))
        #expect(finished.track.audio.warnings == ["released-from-quarantine"])
    }

    @Test(
        arguments: [
            (report(.reject(reason: "not-audio"), type: "text/html"), "unsupported-audio"),
            (report(.reject(reason: "no-audio")), "invalid-audio"),
            (
                report(.quarantine(reason: "low-frame-coverage"), type: "audio/mp4"),
                "unsupported-audio"
            ),
            (report(.quarantine(reason: "too-few-frames"), durationMs: 0), "invalid-audio"),
            (report(.accept, type: "audio/ogg"), "unsupported-audio"),
        ])
    func `what cannot be played is refused with the reason, and all stays as it was`(
        report: InspectionReport, code: String
    ) throws {
        server.inspector.answer(.success(report))
        let before = try server.session(id)
        #expect(refusal { _ = try quarantine.release(id) }?.code.rawValue == code)
        var after = try server.session(id)
        after.generation = before.generation
        #expect(after == before)
        #expect(server.storage.quarantined(id)?.file == [1, 2])
        #expect(server.storage.partCount == 0)
        #expect(try server.events() == 0)
    }

    @Test func `whatever fails in between, a release can be repeated to one track`() throws {
        var calls = 0
        repeat {
            let server = try MemoryServer()
            server.inspector.answer(.success(Self.odd))
            let id = try server.send([1, 2]).id
            _ = refusal { _ = try server.finalize(id) }
            let quarantine = QuarantineService(server.storage.quarantine, uploads: server.uploads)
            calls += 1
            server.storage.faults.fail(after: calls - 1, with: StorageError(.unavailable, "EIO"))
            _ = try? quarantine.release(id)
            let isThrough = server.storage.faults.heal()
            server.storage.cutPower()
            if try !quarantine.list().isEmpty { _ = try quarantine.release(id) }
            #expect(try server.session(id).status == .finalized, "after \(calls) calls")
            #expect(try server.events() == 1)
            #expect(server.storage.blob(server.content([1, 2])) == [1, 2])
            if isThrough { break }
        } while calls < 100
        #expect((10..<100).contains(calls))
    }

    @Test(arguments: ["acquire(_:)", "save(_:)", "publish(_:)", MemoryDatabase.answerOfPublish])
    func `a database that goes away in between leaves what can be released again`(
        call: String
    ) throws {
        server.database.faults.fail(call, with: StoreError(.unavailable, "away"))
        #expect(refusal { _ = try quarantine.release(id) }?.code == .unavailable)
        let result = try quarantine.release(id)
        #expect(try server.session(id).result == result.result)
        #expect(try server.events() == 1)
        #expect(try quarantine.list().isEmpty)
    }

    @Test func `released twice at once, it is one track, and neither spoils the other`() throws {
        let (server, id) = (server, id)
        let rival = Rival(server)
        server.inspector.meanwhile {
            rival.start { patient in
                let other = QuarantineService(
                    patient.storage.quarantine, uploads: patient.uploads)
                _ = try other.release(id)
            }
            server.inspector.meanwhile {}
        }
        let finished = try quarantine.release(id)
        let outcome = rival.outcome()
        #expect(outcome == nil || outcome?.code == .notFound, "\(String(describing: outcome))")
        #expect(try server.session(id).result == finished.result)
        #expect(try server.events() == 1)
        #expect(try quarantine.list().isEmpty)
        #expect(server.storage.partCount == 0)
    }

    @Test func `a release that finds another at it waits, and leaves it alone`() throws {
        let (server, id) = (server, id)
        let asked = Mutex<ServiceError.Code?>(nil)
        server.inspector.meanwhile {
            let other = QuarantineService(server.storage.quarantine, uploads: server.uploads)
            let refused = refusal { _ = try other.release(id) }
            asked.withLock { $0 = refused?.code }
        }
        #expect(try quarantine.release(id).isNew)
        #expect(asked.withLock { $0 } == .uploadLocked)
        #expect(try server.events() == 1)
    }

    @Test func `what is purged is gone, and its session stays refused`() throws {
        try quarantine.purge(id)
        #expect(try quarantine.list().isEmpty)
        #expect(try server.session(id).status == .rejected)
        #expect(refusal { try quarantine.purge(id) }?.code == .notFound)
        #expect(refusal { _ = try quarantine.entry(id) }?.code == .notFound)
    }

    @Test func `a refused file whose upload is unknown is not released`() throws {
        let database = MemoryDatabase()
        let strangers = UploadService(
            stores: database.makeStores(), resources: server.resources, policy: server.policy)
        let elsewhere = QuarantineService(server.storage.quarantine, uploads: strangers)
        #expect(refusal { _ = try elsewhere.release(id) }?.code == .notFound)
        #expect(server.storage.quarantined(id)?.file == [1, 2])
    }
}
