import Synchronization
import Testing
import VelodyFastCGI
import VelodyHTTP

/// Requests that wait for news.
@Suite struct WaiterTests {
    /// What a script shares with its test.
    private final class News: Sendable {
        let text = Mutex<String?>(nil)
        let asked = Mutex(0)

        func tell(_ value: String) { text.withLock { $0 = value } }
    }

    /// Waits `seconds` for news; the answer without any is `nothing`.
    private static func rig(_ news: News, seconds: Int = 100) throws -> Rig {
        try Rig { request, lane in
            if request.target == "/other" { return .response(.text("other")) }
            news.asked.withLock { $0 += 1 }
            if let text = news.text.withLock({ $0 }) {
                return .response(.text("\(text) \(lane.rawValue)"))
            }
            return .wait(.text("nothing"), seconds: seconds)
        }
    }

    private func client(_ rig: Rig) throws -> FastCGIClient {
        try FastCGIClient(to: rig.api, Rig.parameters("GET", "/"))
    }

    /// Until the waiter has looked at so many requests, beside the API's threads that did too.
    private func awaitParked(_ count: Int, _ news: News) {
        #expect(RunningServer.eventually { news.asked.withLock { $0 } == 2 * count })
    }

    /// S17.
    @Test func `a ring answers who waits, with what is new`() throws {
        let news = News()
        let rig = try Self.rig(news)
        defer { rig.end() }
        let clients = try (0..<5).map { _ in try client(rig) }
        awaitParked(5, news)
        news.tell("news")
        rig.rope.pull()
        for client in clients { #expect(client.answer().body == Array("news waiter".utf8)) }
    }

    /// S17.
    @Test func `who waits in vain is answered when the time is up`() throws {
        let rig = try Self.rig(News(), seconds: 1)
        defer { rig.end() }
        #expect(try rig.request("GET").body == Array("nothing".utf8))
        #expect(RunningServer.eventually { rig.server.records.first?.lane == .waiter })
    }

    /// S17.
    @Test func `what came between the first look and parking is not missed`() throws {
        let reached = try Gate()
        let released = try Gate()
        let news = News()
        let rig = try Rig { _, lane in
            if let text = news.text.withLock({ $0 }) { return .response(.text(text)) }
            if lane == .api {
                reached.open()
                released.pass()
            }
            return .wait(.text("nothing"), seconds: 100)
        }
        defer { rig.end() }
        let waiting = try client(rig)
        #expect(reached.pass())
        // The bell rings before the request is with the waiter: only its own look can find it.
        news.tell("news")
        rig.rope.pull()
        released.open()
        #expect(waiting.answer().body == Array("news".utf8))
    }

    /// S18.
    @Test func `all who may wait may come at once`() throws {
        let released = try Gate()
        let news = News()
        let rig = try Rig { _, lane in
            if let text = news.text.withLock({ $0 }) { return .response(.text(text)) }
            if lane == .api { news.asked.withLock { $0 += 1 } } else { released.pass() }
            return .wait(.text("nothing"), seconds: 100)
        }
        defer { rig.end() }
        let clients = try (0..<200).map { _ in try client(rig) }
        #expect(RunningServer.eventually { news.asked.withLock { $0 } == clients.count })
        news.tell("news")
        for _ in clients { released.open() }
        rig.rope.pull()
        for client in clients { #expect(client.answer().body == Array("news".utf8)) }
    }

    /// Answers may be large: no two are held at once.
    @Test func `who waits is answered before the next is looked at`() throws {
        let released = try Gate()
        let news = News()
        let told = Mutex(0)
        let rig = try Rig { _, lane in
            news.asked.withLock { $0 += 1 }
            guard let text = news.text.withLock({ $0 }) else {
                return .wait(.text("nothing"), seconds: 100)
            }
            let number = told.withLock { count in
                count += 1
                return count
            }
            if lane == .waiter, number == 2 { released.pass() }
            return .response(.text(text))
        }
        defer { rig.end() }
        let clients = try (0..<2).map { _ in try client(rig) }
        awaitParked(2, news)
        news.tell("news")
        rig.rope.pull()
        #expect(RunningServer.eventually { told.withLock { $0 } == 2 })
        #expect(RunningServer.eventually { clients.contains { $0.connection.isReadable } })
        released.open()
        for client in clients { #expect(client.answer().body == Array("news".utf8)) }
    }

    @Test func `a ring without news lets wait on`() throws {
        let news = News()
        let rig = try Self.rig(news)
        defer { rig.end() }
        let waiting = try client(rig)
        awaitParked(1, news)
        rig.rope.pull()
        #expect(RunningServer.eventually { news.asked.withLock { $0 } == 3 })
        news.tell("news")
        rig.rope.pull()
        #expect(waiting.answer().body == Array("news waiter".utf8))
    }

    /// S17.
    @Test func `without a bell the waiter looks for itself`() throws {
        let news = News()
        let rig = try Self.rig(news)
        defer { rig.end() }
        rig.rope.isCut = true
        rig.rope.pull()
        let waiting = try client(rig)
        #expect(RunningServer.eventually { news.asked.withLock { $0 } >= 2 })
        news.tell("news")
        #expect(waiting.answer().body == Array("news waiter".utf8))
    }

    @Test func `a failure while waiting does not end the wait`() throws {
        let news = News()
        let rig = try Rig { _, lane in
            let asked = news.asked.withLock {
                $0 += 1
                return $0
            }
            if asked == 3 { return .response(.text("down", status: 503)) }
            if let text = news.text.withLock({ $0 }) { return .response(.text(text)) }
            return .wait(.text("nothing"), seconds: 100)
        }
        defer { rig.end() }
        let waiting = try client(rig)
        awaitParked(1, news)
        rig.rope.pull()
        #expect(RunningServer.eventually { news.asked.withLock { $0 } == 3 })
        news.tell("news")
        rig.rope.pull()
        #expect(waiting.answer().body == Array("news".utf8))
    }

    @Test func `a client that goes is dropped`() throws {
        let news = News()
        let rig = try Self.rig(news)
        defer { rig.end() }
        let waiting = try client(rig)
        awaitParked(1, news)
        waiting.connection.close()
        #expect(RunningServer.eventually { rig.server.records.first?.isClientGone == true })
    }

    /// S18.
    @Test func `256 wait, more are refused, and others are served meanwhile`() throws {
        let news = News()
        let rig = try Self.rig(news)
        defer { rig.end() }
        var clients: [FastCGIClient] = []
        for count in 1...256 {
            clients.append(try client(rig))
            if count % 32 == 0 { awaitParked(count, news) }
        }
        #expect(try client(rig).answer().status == "503 Service Unavailable")
        #expect(try rig.request("GET", "/other").body == Array("other".utf8))
        news.tell("news")
        rig.rope.pull()
        // In whatever order they are answered: each is waited for until it has closed.
        while let index = clients.firstIndex(where: \.connection.isReadable)
            ?? clients.indices.first
        {
            let client = clients.remove(at: index)
            #expect(client.answer().body == Array("news waiter".utf8))
        }
    }

    @Test func `a server that stops answers at once who waits`() throws {
        let news = News()
        let rig = try Self.rig(news)
        let clients = try (0..<3).map { _ in try client(rig) }
        awaitParked(3, news)
        rig.server.beginToStop()
        for client in clients { #expect(client.answer().body == Array("nothing".utf8)) }
        rig.end()
    }

    @Test(arguments: [Lane.upload])
    func `only the API's requests may wait`(lane: Lane) throws {
        let rig = try Rig { _, _ in .wait(.text("nothing"), seconds: 100) }
        defer { rig.end() }
        let answer = try FastCGIClient(to: rig.upload, Rig.parameters("GET", "/")).answer()
        #expect(answer.status == "503 Service Unavailable")
        #expect(RunningServer.eventually { rig.server.records.first?.lane == lane })
    }
}
