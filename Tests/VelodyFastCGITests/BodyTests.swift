import Synchronization
import Testing
import VelodyHTTP

/// How bodies are read, and how they end.
@Suite struct BodyTests {
    private static let song = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test(arguments: [1, 1_000, 65_535], [7, 8_192, 1_000_000])
    func `a body arrives whole, however it is cut into records`(record: Int, chunk: Int) throws {
        let body = Array(Self.song.prefix(record * 50))
        let rig = try Rig { request, _ in
            let (bytes, isCut) = request.readBody(chunk: chunk)
            return .response(.text(bytes == body && !isCut ? "whole" : "other"))
        }
        defer { rig.end() }
        let client = try FastCGIClient(to: rig.upload, Rig.parameters("PATCH", "/"))
        for start in stride(from: 0, to: body.count, by: record) {
            client.sendInput(Array(body[start..<min(start + record, body.count)]))
        }
        #expect(client.answer().body == Array("whole".utf8))
    }

    /// L3.
    @Test(arguments: ["", "100000"], [0, 1, 8_191, 30_000])
    func `a client that goes away leaves the bytes it sent, and then a cut`(
        announced: String, sent: Int
    ) throws {
        let result = Mutex<(bytes: [UInt8], isCut: Bool)?>(nil)
        let rig = try Rig { request, _ in
            let body = request.readBody()
            result.withLock { $0 = body }
            return .response(.text("too late"))
        }
        defer { rig.end() }
        let client = try FastCGIClient(
            to: rig.upload, [("REQUEST_METHOD", "PATCH"), ("CONTENT_LENGTH", announced)])
        if sent > 0 { client.sendInput(Array(Self.song.prefix(sent))) }
        client.connection.close()
        #expect(RunningServer.eventually { result.withLock { $0 } != nil })
        let body = try #require(result.withLock { $0 })
        #expect(body.bytes == Array(Self.song.prefix(sent)))
        #expect(body.isCut)
    }

    @Test func `a body cut by another thread can still be answered`() throws {
        let interrupter = Mutex<(any Interrupter)?>(nil)
        let rig = try Rig { request, _ in
            let handle = request.body.makeInterrupter()
            interrupter.withLock { $0 = handle }
            let (bytes, isCut) = request.readBody()
            return .response(.text("\(bytes.count) \(isCut)", status: 409))
        }
        defer { rig.end() }
        let client = try FastCGIClient(to: rig.upload, Rig.parameters("PATCH", "/"))
        client.sendInput([1, 2, 3])
        #expect(RunningServer.eventually { interrupter.withLock { $0 } != nil })
        interrupter.withLock { $0 }?.cut()
        let answer = FastCGIAnswer(records: client.connection.receiveAll())
        #expect(answer.status == "409 Conflict")
        // Whatever had come by then is kept.
        #expect(["0 true", "3 true"].contains(String(decoding: answer.body, as: UTF8.self)))
        // The request is over: harmless.
        interrupter.withLock { $0 }?.interrupt()
        #expect(try rig.request("GET").isEnded)
    }

    @Test func `a body that outlives its exchange has no more bytes`() throws {
        let rig = try Rig(threads: .init(api: 1), makeApplication: { BodyKeeper() })
        defer { rig.end() }
        let first = try FastCGIClient(to: rig.api, Rig.parameters("PUT", "/"))
        first.sendInput([1, 2, 3])
        #expect(first.answer().body == Array("nothing kept".utf8))
        #expect(try rig.request("GET").body == Array("0 true".utf8))
    }

    /// Keeps each request's body, unread, beyond its end, and reads it in the next request.
    private final class BodyKeeper: Application {
        private var kept: Request?

        func handle(_ request: Request, on lane: Lane) -> Outcome {
            defer { kept = request }
            guard let kept else { return .response(.text("nothing kept")) }
            let (bytes, isCut) = kept.readBody()
            return .response(.text("\(bytes.count) \(isCut)"))
        }
    }
}
