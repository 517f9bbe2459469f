import Glibc
import Testing
import VelodyFastCGI
import VelodyHTTP

/// Requests that change threads.
@Suite struct HandOverTests {
    @Test func `a request that is handed over is answered whole by another thread`() throws {
        let rig = try Rig { request, lane in
            guard lane == .ingest else { return .handOver(.ingest) }
            let (bytes, isCut) = request.readBody()
            return .response(
                .text(
                    "\(request.target) \(request.id.count) \(bytes.count) \(isCut)", status: 201))
        }
        defer { rig.end() }
        let client = try FastCGIClient(to: rig.api, Rig.parameters("POST", "/finalize?x=y"))
        client.sendInput([UInt8](repeating: 1, count: 20_000))
        let answer = client.answer()
        #expect(answer.status == "201 Created")
        #expect(String(decoding: answer.body, as: UTF8.self) == "/finalize?x=y 32 20000 false")
        #expect(RunningServer.eventually { rig.server.records.count == 1 })
        #expect(rig.server.records.first?.lane == .ingest)
    }

    @Test func `a full queue is said at once, and what waits in it is answered`() throws {
        let (reached, released) = (try Gate(), try Gate())
        let rig = try Rig(threads: .init(api: 1)) { _, lane in
            guard lane == .ingest else { return .handOver(.ingest) }
            reached.open()
            released.pass()
            return .response(.text("done"))
        }
        defer { rig.end() }
        func client() throws -> FastCGIClient {
            try FastCGIClient(to: rig.api, Rig.parameters("POST", "/"))
        }
        // One is worked on, 64 wait.
        var waiting = [try client()]
        #expect(reached.pass())
        for _ in 0..<64 { waiting.append(try client()) }
        let refused = try client().answer()
        #expect(refused.status == "503 Service Unavailable")
        #expect(refused.body == Array("busy".utf8))
        released.open(times: 65)
        for client in waiting { #expect(client.answer().body == Array("done".utf8)) }
    }

    @Test func `what waits in the queue is still answered when the server stops`() throws {
        let (reached, released) = (try Gate(), try Gate())
        let rig = try Rig(threads: .init(api: 1)) { request, lane in
            if request.target == "/last" { return .response(.text("last")) }
            guard lane == .ingest else { return .handOver(.ingest) }
            reached.open()
            released.pass()
            return .response(.text("done"))
        }
        let clients = try (0..<5).map { _ in
            try FastCGIClient(to: rig.api, Rig.parameters("POST", "/"))
        }
        #expect(reached.pass())
        // The one API thread takes them in order: once this is answered, all are in the queue.
        #expect(try rig.request("GET", "/last").body == Array("last".utf8))
        rig.server.beginToStop()
        released.open(times: 5)
        for client in clients { #expect(client.answer().body == Array("done".utf8)) }
        rig.end()
    }

    @Test func `the ingest lane gives nothing back to itself`() throws {
        let rig = try Rig { _, _ in .handOver(.ingest) }
        defer { rig.end() }
        #expect(try rig.request("POST").status == "503 Service Unavailable")
        #expect(RunningServer.eventually { rig.server.records.first?.lane == .ingest })
    }

    @Test(arguments: [Lane.api, .upload])
    func `no other lane takes over`(lane: Lane) throws {
        let rig = try Rig { _, _ in .handOver(lane) }
        defer { rig.end() }
        #expect(try rig.request("POST").status == "503 Service Unavailable")
    }
}
