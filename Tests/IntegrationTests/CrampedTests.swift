import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// Disks without room beside the storage's: the database's, the logs', nginx's.
@Suite(.serialized, .instance(disks: ["database": 112, "log": 1, "nginx": 2])) struct CrampedTests {
    private let instance: RunningInstance
    private let device: TestDevice
    /// The home as the instance's processes see it.
    private let home: String

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        let pid = try #require(instance.pids()["supervisor"])
        home = "/proc/\(pid)/root\(instance.home)"
    }

    /// Fills one of the disks while `body` runs.
    private func withFullDisk<R>(_ name: String, _ body: () throws -> R) throws -> R {
        let filler = "\(home)/\(name)/filler"
        defer { try? FileManager().removeItem(atPath: filler) }
        _ = try Command(
            "sh", ["-c", #"dd if=/dev/zero of="$0" bs=64k 2>/dev/null; true"#, filler]
        ).output()
        return try body()
    }

    private func song(_ seed: UInt64) -> [UInt8] {
        SongFixture(title: "Cramped \(seed)", seed: 13_000 + seed, frameCount: 100).bytes
    }

    /// U29.
    @Test func `a database without room is 503, the offset true, and comes back with the room`()
        throws
    {
        let bytes = song(1)
        let id = try device.open(bytes)
        #expect(try device.patch(id, Array(bytes[..<5_000]), at: 0).status == 204)
        try withFullDisk("database") { () throws -> Void in
            // What is left of its log is used up by others, until it cannot go on at all.
            _ = try Command(
                "psql",
                [
                    "-X", "-q", instance.ownerDatabaseURL, "-c",
                    """
                    DO $$ BEGIN FOR i IN 1..200 LOOP
                    PERFORM pg_logical_emit_message(false, 'x', repeat('x', 1000000)); END LOOP; END $$
                    """,
                ], descriptors: [1: -1, 2: -1]
            ).output()
            for _ in 0..<5 {
                let answer = try device.patch(id, Array(bytes[5_000...]), at: 5_000)
                #expect(answer.status == 503, "\(answer.text)")
                #expect(answer.value("retry-after") != nil)
            }
        }
        let head = try instance.eventually { () -> HTTPAnswer? in
            let head = try device.head("/uploads/\(id)")
            return head.status == 200 ? head : nil
        }
        #expect(head?.value("upload-offset") == "5000")
        #expect(try device.patch(id, Array(bytes[5_000...]), at: 5_000).status == 204)
        #expect(try device.post("/uploads/\(id)/finalize").status == 201)
    }

    @Test func `logs without room stop nothing, and go on with the room`() throws {
        try withFullDisk("log") { () throws -> Void in
            for number in 10..<13 {
                #expect(try device.upload(song(UInt64(number))).status == 201)
            }
            #expect(try instance.http("GET", "/api/v1/health").status == 200)
        }
        let answer = try device.get("/tracks")
        let id = try #require(answer.value("x-request-id"))
        let isWritten = try instance.eventually { () -> Bool? in
            let log = FileManager().contents(atPath: home + "/log/velody-server.log") ?? Data()
            return String(decoding: log.suffix(20_000), as: UTF8.self).contains(id) ? true : nil
        }
        #expect(isWritten == true)
    }

    /// Bodies of uploads are not kept by nginx at all.
    @Test func `a web server without room for temporary files still takes uploads`() throws {
        try withFullDisk("nginx") { () throws -> Void in
            let bytes = LongSong(title: "Long", minimumSize: 3 << 20, seed: 14_000)
            let all = bytes.bytes(0..<bytes.size)
            let id = try device.open(all)
            #expect(try device.patch(id, all, at: 0).status == 204)
            #expect(try device.post("/uploads/\(id)/finalize").status == 201)
            #expect(try device.upload(song(20)).status == 201)
        }
    }
}
