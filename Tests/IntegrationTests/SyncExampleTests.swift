import Testing
import VelodyTesting

/// The worked example of docs/SYNC.md, on an instance of its own: its numbers are the real ones.
@Suite(.instance) struct SyncExampleTests {
    private let device: TestDevice
    private let instance: RunningInstance

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private func song(_ title: String, _ seed: UInt64) -> [UInt8] {
        SongFixture(title: title, seed: seed).bytes
    }

    @Test func `a device follows the library as the example tells`() throws {
        var ids: [String] = []
        for (number, title) in ["A", "B", "C"].enumerated() {
            ids.append(try device.track(song(title, 40_000 + UInt64(number))))
        }
        let first = try device.get("/sync/bootstrap?limit=2").decode(SyncPage.self)
        #expect(first.lastEventId == 3)
        #expect(first.items?.map(\.id) == Array(ids.sorted().prefix(2)))
        #expect(first.hasMore)

        let gone = ids.sorted()[0]
        #expect(try device.delete("/tracks/\(gone)").status == 204)
        let added = try device.track(song("D", 40_003))
        let cursor = try #require(first.nextCursor)
        let second = try device.get("/sync/bootstrap?limit=2&cursor=\(cursor)").decode(
            SyncPage.self)
        #expect(second.lastEventId == 3)
        let rest = ids.sorted().dropFirst(2) + [added]
        #expect(second.items?.map(\.id) == rest.filter { $0 > ids.sorted()[1] }.sorted())
        #expect(second.nextCursor == nil)
        #expect(!second.hasMore)

        let path = "/sync/changes?after=3&epoch=\(first.epoch)"
        let changes = try device.get(path).decode(SyncPage.self)
        #expect(changes.events?.map(\.id) == [4, 5])
        #expect(changes.events?.map(\.action) == ["delete", "create"])
        #expect(changes.events?.map(\.entityId) == [gone, added])
        #expect(changes.tracks?.map(\.id) == [added])
        #expect(changes.tombstones?.map(\.id) == [gone])
        #expect(changes.lastEventId == 5)
        #expect(!changes.hasMore)

        _ = try instance.sql("SELECT begin_epoch()")
        let waiting = try device.get("/sync/changes?after=5&epoch=\(first.epoch)&wait=25")
        #expect(waiting.status == 410)
        struct Resync: Decodable {
            let code: String
            let epoch: String
        }
        let resync = try waiting.decode(Resync.self)
        #expect(resync.code == "resync-required")
        let anew = try device.get("/sync/bootstrap").decode(SyncPage.self)
        #expect(anew.epoch == resync.epoch)
        #expect(anew.epoch != first.epoch)
    }
}
