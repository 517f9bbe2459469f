import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// Copying a library that is much larger than a page.
@Suite(.instance) struct CopyTests {
    private static let tracks = 20_000

    private let instance: RunningInstance

    init() throws { instance = try #require(RunningInstance.ofSuite) }

    /// A made-up library, which a superuser has to put in.
    private func fill() throws {
        let address = try #require(instance.databaseURL.split(separator: "@").last)
        let secret = try #require(
            FileManager().contents(atPath: instance.home + "/secrets/postgres"))
        let password = String(decoding: secret, as: UTF8.self).prefix { !$0.isNewline }
        let filled = try Command(
            "psql",
            [
                "-Xq", "-d", "postgresql://postgres:\(password)@\(address)",
                "-v", "tracks=\(Self.tracks)",
                "-f", InstanceLaunch.checkout + "/Tests/Benchmarks/library.sql",
            ]
        ).output()
        #expect(filled.status.isSuccess, "\(filled.text)")
    }

    /// The most memory that a process has had since it was last asked to forget that, in KiB.
    private func peak(_ pid: Int32) throws -> Int {
        let status = try String(contentsOf: URL(filePath: "/proc/\(pid)/status"), encoding: .utf8)
        let value = try #require(status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#)?.1)
        return try #require(Int(value))
    }

    /// S22, PD3: 20 MB of records, of which the server holds a page at a time.
    @Test func `a copy of a large library is whole, and costs the server no more than a page`()
        throws
    {
        try fill()
        let device = try TestDevice(on: instance)
        let pid = try #require(instance.pids()["velody-server"])
        let before = try peak(pid)
        var ids: Set<String> = []
        var told = 0
        var cursor: String?
        repeat {
            let place = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try device.get("/sync/bootstrap?limit=5000\(place)").decode(SyncPage.self)
            let items = try #require(page.items)
            told += items.count
            ids.formUnion(items.map(\.id))
            cursor = page.nextCursor
        } while cursor != nil
        #expect(ids.count == told && told == Self.tracks - Self.tracks / 100)
        #expect(try peak(pid) - before < 16 * 1_024)
    }
}
