import Glibc
import Synchronization
import Testing
import VelodyHTTP
import VelodyRuntime

/// How a server ends, and how its successor takes over.
@Suite struct StopTests {
    /// L1.
    @Test func `idle threads end at once`() throws {
        let rig = try Rig(threads: .init(api: 8, upload: 8, ingest: 4)) { _, _ in
            .response(.text("ok"))
        }
        #expect(try rig.request("GET").isEnded)
        // It returns only when every thread has ended.
        rig.end()
    }

    /// L1.
    @Test func `a running request is finished`() throws {
        let (reached, released) = (try Gate(), try Gate())
        let rig = try Rig { _, _ in
            reached.open()
            released.pass()
            return .response(.text("finished"))
        }
        let client = try FastCGIClient(to: rig.api, Rig.parameters("GET", "/"))
        #expect(reached.pass())
        rig.server.beginToStop()
        released.open()
        #expect(client.answer().body == Array("finished".utf8))
        rig.end()
    }

    /// L1.
    @Test func `running bodies can be cut short, and are answered`() throws {
        let reached = try Gate()
        let rig = try Rig { request, _ in
            reached.open()
            return .response(.text("\(request.readBody().isCut)", status: 503))
        }
        let clients = try (0..<2).map { _ in
            try FastCGIClient(to: rig.upload, Rig.parameters("PATCH", "/"))
        }
        #expect(reached.pass() && reached.pass())
        rig.server.beginToStop()
        rig.server.cutBodies()
        for client in clients {
            let answer = FastCGIAnswer(records: client.connection.receiveAll())
            #expect(answer.status == "503 Service Unavailable")
            #expect(answer.body == Array("true".utf8))
        }
        rig.end()
    }

    @Test func `a body that was handed over can be cut short too`() throws {
        let reached = try Gate()
        let rig = try Rig { request, lane in
            guard lane == .ingest else { return .handOver(.ingest) }
            reached.open()
            return .response(.text("\(request.readBody().isCut)"))
        }
        let client = try FastCGIClient(to: rig.api, Rig.parameters("POST", "/"))
        #expect(reached.pass())
        rig.server.beginToStop()
        rig.server.cutBodies()
        let answer = FastCGIAnswer(records: client.connection.receiveAll())
        #expect(answer.body == Array("true".utf8))
        rig.end()
    }

    @Test func `who waits in the backlog is answered by the successor`() throws {
        let rig = try Rig { _, _ in .response(.text("first")) }
        defer { rig.end() }
        #expect(try rig.request("GET").body == Array("first".utf8))
        rig.server.stop()
        let clients = try (0..<20).map { _ in
            try FastCGIClient(to: rig.api, Rig.parameters("GET", "/"))
        }
        let successor = RunningServer(on: rig.sockets, rope: rig.rope) {
            ScriptedApplication { _, _ in .response(.text("second")) }
        }
        for client in clients { #expect(client.answer().body == Array("second".utf8)) }
        successor.stop()
    }
}
