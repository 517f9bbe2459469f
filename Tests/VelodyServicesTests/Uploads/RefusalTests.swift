import FoundationEssentials
import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Files that are not taken: kept aside, with a reason that is told again whenever it is asked.
@Suite struct RefusalTests {
    private let server: MemoryServer

    init() throws { server = try MemoryServer() }

    /// A verdict, and what it must be answered with.
    struct Case: Sendable, CustomTestStringConvertible {
        let verdict: InspectionReport.Verdict
        let type: String
        let code: ServiceError.Code
        let reason: String

        var testDescription: String { reason }
    }

    private static let cases = [
        Case(
            verdict: .reject(reason: "archive"), type: "application/zip", code: .unsupportedAudio,
            reason: "archive"),
        Case(
            verdict: .quarantine(reason: "free-format"), type: "audio/mpeg",
            code: .unsupportedAudio, reason: "free-format"),
        Case(
            verdict: .quarantine(reason: "too-few-frames"), type: "audio/mpeg",
            code: .invalidAudio, reason: "too-few-frames"),
        Case(
            verdict: .accept, type: "audio/flac", code: .unsupportedAudio,
            reason: "type-not-allowed"),
    ]

    @Test(arguments: cases)
    func `a refused file lies in quarantine, and its session says why`(refused: Case) throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: refused.verdict, detectedType: refused.type)))
        let session = try server.send([1, 2])
        for _ in 1...2 {
            let error = refusal { _ = try server.finalize(session.id) }
            #expect(error?.code == refused.code)
            #expect(error?.facts == [.detectedType(refused.type), .reason(refused.reason)])
        }
        let remembered = try server.session(session.id)
        #expect(remembered.status == .rejected)
        #expect(remembered.problem?.reason == refused.reason)
        #expect(server.storage.quarantined(session.id)?.file == [1, 2])
        #expect(server.storage.partCount == 0)
        #expect(try server.events() == 0)
    }

    @Test func `other bytes than announced are refused before they are looked at`() throws {
        server.inspector.answer(.failure(InspectionError(.unavailable, "must not be asked")))
        let session = try server.open([1, 2])
        try server.append(ScriptedBody([[1, 9]]), to: session.id)
        for _ in 1...2 {
            #expect(refusal { _ = try server.finalize(session.id) }?.code == .hashMismatch)
        }
        #expect(server.storage.quarantined(session.id)?.file == [1, 9])
    }

    @Test func `the reason beside the file names the session and the time`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "html"), detectedType: "text/html")))
        let session = try server.send([1, 2])
        #expect(refusal { _ = try server.finalize(session.id) } != nil)
        let reason = try #require(server.storage.quarantined(session.id)?.reason)
        let members = try JSONDecoder().decode([String: String].self, from: Data(reason))
        #expect(members["uploadId"] == session.id.description)
        #expect(members["code"] == "unsupported-audio")
        #expect(members["reason"] == "html")
        #expect(members["detectedType"] == "text/html")
        #expect(members["quarantinedAt"] == server.clock.now().rfc3339)
    }

    @Test func `a file that could not be inspected is not judged`() throws {
        let session = try server.send([1, 2])
        for code in [InspectionError.Code.unavailable, .workerLost] {
            server.inspector.answer(.failure(InspectionError(code, "gone")))
            let error = refusal { _ = try server.finalize(session.id) }
            #expect(error?.code == .unavailable)
            #expect(error?.retryAfter == 10)
        }
        server.inspector.answer(.success(.song))
        #expect(try server.finalize(session.id).isNew)
    }

    @Test func `the same content may be announced again after it was refused`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "html"), detectedType: "text/html")))
        let refused = try server.send([1, 2])
        #expect(refusal { _ = try server.finalize(refused.id) } != nil)
        #expect(try server.open([1, 2]).id != refused.id)
    }
}
