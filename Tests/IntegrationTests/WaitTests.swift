import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// Waiting for changes through the whole server.
@Suite(.instance, .serialized) struct WaitTests {
    private let instance: RunningInstance
    private let device: TestDevice
    private let track: String
    private let newest: Int64

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        track = try device.track(SongFixture(title: "Wait", seed: 9_800, frameCount: 60).bytes)
        newest = try #require(try device.lastEventID())
    }

    private func change() throws {
        _ = try instance.sql("UPDATE tracks SET title = gen_random_uuid() WHERE id = '\(track)'")
    }

    /// Sends so many requests that wait, and lets the server see them.
    private func beginToWait(_ count: Int = 1, epoch: String? = nil) throws -> [Patient] {
        let waiting = try (0..<count).map { _ in try Patient(device, after: newest, epoch: epoch) }
        // A request is parked once the server has remembered where it is.
        let remembered = try instance.eventually {
            try instance.sql(
                "SELECT last_event_id FROM device_sync_cursors WHERE device_id = '\(device.id)'")
                == "\(newest)\n" ? true : nil
        }
        #expect(remembered == true)
        return waiting
    }

    /// S17.
    @Test func `a commit ends the wait of every device`() throws {
        let waiting = try beginToWait(4)
        try change()
        for client in waiting {
            let page = try client.page()
            #expect(page.events?.map(\.id) == [newest + 1])
            #expect(page.tracks?.map(\.id) == [track])
        }
    }

    /// S17, PS4.
    @Test(arguments: ["", "&wait=1"])
    func `without an event the answer is empty, and the cursor the same`(wait: String) throws {
        let answer = try device.get("/sync/changes?after=\(newest)\(wait)")
        #expect(answer.status == 200)
        #expect(answer.body.count < 1_000)
        let page = try answer.decode(SyncPage.self)
        #expect(page.events?.isEmpty == true && page.tracks?.isEmpty == true)
        #expect(page.lastEventId == newest && !page.hasMore)
    }

    /// S17.
    @Test func `who waits hears of what happens after the listener was lost`() throws {
        let waiting = try beginToWait()
        let ended = try Command(
            "psql",
            [
                "-XAtq", instance.databaseURL, "-c",
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'",
            ]
        ).output()
        #expect(ended.text == "t\n")
        try change()
        #expect(try waiting[0].page().lastEventId == newest + 1)
    }

    /// S17.
    @Test func `a restart of the database ends no wait, and hides no event`() throws {
        let waiting = try beginToWait()
        let before = try #require(instance.pids()["postgres"])
        #expect(kill(before, SIGINT) == 0)
        let changed = try instance.eventually {
            instance.pids()["postgres"] != before && (try? instance.sql("SELECT 1")) == "1\n"
                ? true : nil
        }
        #expect(changed == true)
        try change()
        #expect(try waiting[0].page().lastEventId == newest + 1)
    }

    @Test func `a server that stops answers at once`() throws {
        let waiting = try beginToWait(2)
        let pid = try #require(instance.pids()["velody-server"])
        #expect(kill(pid, SIGTERM) == 0)
        for client in waiting {
            let page = try client.page()
            #expect(page.lastEventId == newest && page.events?.isEmpty == true)
        }
    }

    /// S6, S7, I8.
    @Test func `a new epoch ends the wait with 410`() throws {
        let epoch = try device.get("/sync/changes?after=0&limit=1").decode(SyncPage.self).epoch
        let waiting = try beginToWait(epoch: epoch)
        let begun = try instance.sql("SELECT begin_epoch()").prefix(36)
        let answer = waiting[0].answer()
        #expect(answer.contains(#""code":"resync-required""#))
        #expect(answer.contains(begun))
    }
}

/// A client that waits for changes in a process of its own.
final class Patient {
    private var client: ChildProcess
    private let output: OwnedDescriptor

    init(_ device: TestDevice, after: Int64, epoch: String? = nil) throws {
        let pipe = try OwnedDescriptor.pipe()
        let query = "after=\(after)&wait=25" + (epoch.map { "&epoch=\($0)" } ?? "")
        var command = Command(
            "curl",
            [
                "--silent", "--cacert", device.instance.certificate, "--max-time", "60",
                "--header", "Authorization: Bearer \(device.token)",
                "\(device.instance.url)/api/v1/sync/changes?\(query)",
            ])
        command.descriptors[1] = pipe.writer.number
        client = try command.spawn()
        output = pipe.keepReader()
    }

    /// Waits for the answer's body.
    func answer() -> String {
        let bytes = output.readToEnd()
        _ = client.wait()
        return String(decoding: bytes, as: UTF8.self)
    }

    func page() throws -> SyncPage {
        try JSONDecoder().decode(SyncPage.self, from: Data(answer().utf8))
    }
}
