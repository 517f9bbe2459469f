import FoundationEssentials
import Testing

/// What compares every answer of these tests with the contract finds what is wrong.
struct ContractComparisonTests {
    private let contract: Contract

    init() throws { contract = try Contract.documented.get() }

    private static let device = #"""
        {"id":"3f2c9a54-5a0e-4c79-9a53-0d5e9a0a7a01","platform":"linux","deviceName":"Study",
        "appVersion":"1","createdAt":"2026-11-30T02:34:04.123Z","lastSeenAt":null,"revokedAt":null,
        "lastEventId":null}
        """#

    private func answer(
        _ status: Int, _ body: String, type: String = "application/json", more: [String] = []
    ) throws -> HTTPAnswer {
        let fields = [
            "X-Request-Id: 1", "X-Content-Type-Options: nosniff", "Cache-Control: no-store",
            "Content-Type: \(type)", "Content-Length: \(body.utf8.count)",
        ]
        let lines = ["HTTP/1.1 \(status) Some"] + fields + more
        return try HTTPAnswer(
            parsing: Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    private func mistakes(_ answer: HTTPAnswer, to path: String = "/api/v1/devices") -> [String] {
        contract.mistakes(in: answer, to: "GET", path)
    }

    @Test func `an answer as documented has no mistake`() throws {
        #expect(mistakes(try answer(200, #"{"items":[\#(Self.device)]}"#)).isEmpty)
    }

    @Test(arguments: [
        ("null", "3f2c9a54-5a0e-4c79-9a53-0d5e9a0a7a01", "a text instead of null"),
        ("linux", "amiga", "a value that is not one of the list"),
        ("3f2c", "3F2C", "an identifier in capitals"),
        (".123Z", "Z", "a time without milliseconds"),
        (#""appVersion":"1","#, "", "a member that is missing"),
        (#""appVersion""#, #""more":1,"appVersion""#, "a member that is not documented"),
        (#""1""#, "1", "a number instead of a text"),
    ])
    func `a body that is not as documented is found`(
        right: String, wrong: String, what: String
    ) throws {
        let body = #"{"items":[\#(Self.device)]}"#.replacing(right, with: wrong)
        #expect(!mistakes(try answer(200, body)).isEmpty, "\(what)")
        #expect(!mistakes(try answer(200, "no JSON")).isEmpty)
    }

    @Test func `a status that is not documented is found`() throws {
        let body = #"""
            {"type":"about:blank","title":"T","status":418,"detail":"D","code":"unavailable",
            "requestId":"1"}
            """#
        let problem = "application/problem+json"
        #expect(!mistakes(try answer(418, body, type: problem)).isEmpty)
        let usual = body.replacing("418", with: "502")
        #expect(mistakes(try answer(502, usual, type: problem)).isEmpty)
        #expect(!mistakes(try answer(502, usual)).isEmpty, "another content type")
    }

    @Test func `a header that is missing or wrong is found`() throws {
        let body = #"""
            {"type":"/problems/unauthorized","title":"T","status":401,"detail":"D",
            "code":"unauthorized","requestId":"1"}
            """#
        let check = { (fields: [String]) in
            mistakes(try answer(401, body, type: "application/problem+json", more: fields))
        }
        #expect(try check(["WWW-Authenticate: Bearer"]).isEmpty)
        #expect(!(try check([])).isEmpty)
        #expect(!(try check(["WWW-Authenticate: Basic"])).isEmpty)
        let twice = ["WWW-Authenticate: Bearer", "WWW-Authenticate: Bearer"]
        #expect(!(try check(twice)).isEmpty)
        #expect(!(try check(["WWW-Authenticate: Bearer", "X-Request-Id: 2"])).isEmpty)
    }

    @Test func `a mistake is an issue of the test that received the answer`() throws {
        let strange = try answer(200, #"{"items":[{}]}"#)
        withKnownIssue { try strange.compareWithContract("GET", "/api/v1/devices?x=1") }
    }

    @Test func `what the schemas say is known to who compares`() throws {
        let strange = JSONValue.object(["minProperties": .integer(1)])
        #expect(!contract.schema.mistakes(in: .object([:]), by: strange).isEmpty)
        let lost = JSONValue.object(["$ref": .string("#/components/schemas/Nothing")])
        #expect(!contract.schema.mistakes(in: .object([:]), by: lost).isEmpty)
    }
}
