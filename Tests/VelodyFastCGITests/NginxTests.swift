import Glibc
import Synchronization
import Testing
import VelodyHTTP
import VelodyRuntime

/// What only the real web server can show.
@Suite struct NginxTests {
    private func status(_ bytes: [UInt8]) -> String { HTTPText.head(bytes).first ?? "nothing" }

    /// N1.
    @Test func `every answer with a body says its length`() throws {
        let rig = try NginxRig { request, _ in .response(.text(request.target)) }
        defer { rig.rig.end() }
        let bytes = try rig.begin("GET /a%2Fb?c").receiveAll()
        #expect(HTTPText.value(of: "Content-Length", in: HTTPText.head(bytes)) == "8")
        #expect(HTTPText.body(bytes) == Array("/a%2Fb?c".utf8))
    }

    /// N3.
    @Test func `200 parallel requests are all answered`() throws {
        let rig = try NginxRig { _, _ in .response(.text("ok")) }
        defer { rig.rig.end() }
        let connections = try (0..<200).map { _ in try rig.begin("GET /") }
        for connection in connections {
            #expect(status(connection.receiveAll()) == "HTTP/1.1 200 OK")
        }
    }

    /// L2.
    @Test func `a server is replaced five times under twelve clients, and nobody notices`() throws {
        let rig = try NginxRig { _, _ in .response(.text("ok")) }
        let isOver = Mutex(false)
        let failures = Mutex<[String]>([])
        let count = Mutex(0)
        let restarts = RestartedServer(rig.rig)
        try withClients(12) {
            while !isOver.withLock({ $0 }) {
                let answer =
                    (try? rig.begin("GET /").receiveAll()).map {
                        HTTPText.head($0).first ?? "nothing"
                    } ?? "no connection"
                count.withLock { $0 += 1 }
                if answer != "HTTP/1.1 200 OK" { failures.withLock { $0.append(answer) } }
            }
        } meanwhile: {
            for round in 1...5 {
                #expect(RunningServer.eventually { count.withLock { $0 } >= round * 50 })
                restarts.restart()
            }
            isOver.withLock { $0 = true }
        }
        restarts.end()
        #expect(failures.withLock { $0 } == [])
    }

    /// L3.
    @Test(arguments: ["Content-Length: 100000", "Transfer-Encoding: chunked"])
    func `an upload that breaks off leaves the bytes it sent, and then a cut`(head: String) throws {
        let result = Mutex<(bytes: [UInt8], isCut: Bool)?>(nil)
        let reached = try Gate()
        let rig = try NginxRig { request, _ in
            reached.open()
            let body = request.readBody()
            result.withLock { $0 = body }
            return .response(.text("too late"))
        }
        defer { rig.rig.end() }
        let sent = [UInt8](repeating: 7, count: 20_000)
        let isChunked = head.hasPrefix("Transfer")
        let connection = try rig.begin(
            "PATCH /upload", [head], body: (isChunked ? Array("4e20\r\n".utf8) : []) + sent)
        #expect(reached.pass())
        connection.close()
        #expect(RunningServer.eventually { result.withLock { $0 } != nil })
        let body = try #require(result.withLock { $0 })
        #expect(body.bytes == sent)
        #expect(body.isCut)
    }

    @Test func `an upload cut by another thread is answered while the client still sends`() throws {
        let interrupter = Mutex<(any Interrupter)?>(nil)
        let rig = try NginxRig { request, _ in
            let handle = request.body.makeInterrupter()
            interrupter.withLock { $0 = handle }
            return .response(.text("\(request.readBody().isCut)", status: 409))
        }
        defer { rig.rig.end() }
        let connection = try rig.begin("PATCH /upload", ["Content-Length: 100000"], body: [1, 2])
        #expect(RunningServer.eventually { interrupter.withLock { $0 } != nil })
        interrupter.withLock { $0 }?.cut()
        let bytes = connection.receiveAll()
        #expect(status(bytes) == "HTTP/1.1 409 Conflict")
        #expect(HTTPText.body(bytes) == Array("true".utf8))
    }

    /// The web server, writing into a connection whose incoming half is closed, would answer 502.
    @Test(arguments: [64, 4_096, 1 << 20])
    func `an upload that flows is asked to stop, and hears the answer`(piece: Int) throws {
        let interrupter = Mutex<(any Interrupter)?>(nil)
        let rig = try NginxRig { request, _ in
            let handle = request.body.makeInterrupter()
            interrupter.withLock { $0 = handle }
            return .response(.text("\(request.readBody().isCut)", status: 409))
        }
        defer { rig.rig.end() }
        let connection = try rig.begin("PATCH /upload", ["Content-Length: 4000000000"], body: [1])
        #expect(RunningServer.eventually { interrupter.withLock { $0 } != nil })
        // Sends on while it is asked, again and again, as a client that has seen no answer yet.
        var rounds = 0
        while !connection.isReadable, connection.send([UInt8](repeating: 7, count: piece)) {
            if rounds % 250 == 0 { interrupter.withLock { $0 }?.interrupt() }
            rounds += 1
            usleep(1_000)
        }
        let bytes = connection.receiveAll()
        #expect(status(bytes) == "HTTP/1.1 409 Conflict")
    }

    /// L4.
    @Test func `a client that leaves within a large answer harms nobody`() throws {
        let rig = try NginxRig { request, _ in
            .response(
                request.target == "/large"
                    ? Response(.ok, body: [UInt8](repeating: 7, count: 50_000_000)) : .text("ok"))
        }
        defer { rig.rig.end() }
        for _ in 0..<3 {
            let connection = try rig.begin("GET /large")
            #expect(!connection.receive(1_000).isEmpty)
            connection.close()
        }
        #expect(status(try rig.begin("GET /").receiveAll()) == "HTTP/1.1 200 OK")
    }

    @Test func `nginx sends the file that an answer names`() throws {
        let rig = try NginxRig { _, _ in
            var response = Response.text("never seen")
            response.fields.set("X-Accel-Redirect", "/_library/nginx.conf")
            return .response(response)
        }
        defer { rig.rig.end() }
        let bytes = try rig.begin("GET /").receiveAll()
        #expect(String(decoding: HTTPText.body(bytes), as: UTF8.self).contains("worker_processes"))
        let head = HTTPText.head(try rig.begin("HEAD /").receiveAll())
        #expect(
            HTTPText.value(of: "Content-Length", in: head) == String(HTTPText.body(bytes).count))
    }

    /// Runs `client` in so many threads while `body` runs, and waits for them.
    private func withClients(
        _ number: Int, _ client: @escaping @Sendable () -> Void, meanwhile body: () -> Void
    ) throws {
        let ended = try Gate()
        for _ in 0..<number {
            _ = WorkerThread.start {
                client()
                ended.open()
            }
        }
        body()
        for _ in 0..<number { #expect(ended.pass()) }
    }
}
