import FoundationEssentials
import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// What a disk without room does to uploads.
@Suite(
    .serialized, .instance(environment: ["STORAGE_RESERVE_BYTES": "0"], disks: ["storage": 8]))
struct FullDiskTests {
    private let instance: RunningInstance
    private let device: TestDevice
    /// The storage as the server sees it: mounted in its namespace only.
    private let storage: String

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        let pid = try #require(instance.pids()["supervisor"])
        storage = "/proc/\(pid)/root\(instance.storageRoot)"
    }

    private func song(_ seed: UInt64, bytes: Int) -> [UInt8] {
        let song = LongSong(title: "Song \(seed)", minimumSize: bytes, seed: seed)
        return song.bytes(0..<song.size)
    }

    /// Fills the disk but for `room` bytes while `body` runs.
    private func withFullDisk<R>(room: Int = 0, _ body: () throws -> R) throws -> R {
        let filler = storage + "/temp/filler"
        defer { try? FileManager().removeItem(atPath: filler) }
        let fill = #"dd if=/dev/zero of="$0" bs=64k 2>/dev/null; truncate -s -"$1" "$0""#
        _ = try Command("sh", ["-c", fill, filler, String(room)]).output()
        return try body()
    }

    private func expectNoRoom(_ answer: HTTPAnswer) throws {
        #expect(answer.status == 507, "\(answer.text)")
        #expect(answer.value("content-type") == "application/problem+json")
        #expect(try answer.decode(TestDevice.Problem.self).code == "insufficient-storage")
    }

    /// Over HTTP/1.1: over HTTP/2 curl 7.88 can lose an answer that comes before all is sent, and sends
    /// the request once more.
    private func patch(
        _ id: String, _ bytes: [UInt8], at offset: Int, fields: [String] = []
    ) throws -> HTTPAnswer {
        try device.patch(id, bytes, at: offset, fields: fields, version: .http1)
    }

    private func parts() throws -> [String] {
        try FileManager().contentsOfDirectory(atPath: storage + "/incoming")
    }

    /// U29.
    @Test func `a disk that fills during a PATCH is 507, the offset true, and it goes on`() throws {
        let bytes = song(1, bytes: 3 << 20)
        let id = try device.open(bytes)
        #expect(try device.patch(id, Array(bytes[..<100_000]), at: 0).status == 204)
        let kept = try withFullDisk(room: 1 << 20) { () -> Int in
            let answer = try patch(id, Array(bytes[100_000...]), at: 100_000)
            try expectNoRoom(answer)
            let offset = try #require(Int(answer.value("upload-offset") ?? ""))
            #expect(try answer.decode(TestDevice.Problem.self).offset == Int64(offset))
            #expect(try device.head("/uploads/\(id)").value("upload-offset") == String(offset))
            // What fitted is kept, and what is kept is what was sent.
            #expect((100_001..<bytes.count).contains(offset))
            let part = try #require(
                FileManager().contents(atPath: "\(storage)/incoming/\(id).part"))
            #expect(part.count >= offset && Array(part.prefix(offset)) == Array(bytes[..<offset]))
            // The database lies elsewhere, and goes on.
            #expect(try device.post("/devices/heartbeat").status == 200)
            return offset
        }
        #expect(try device.patch(id, Array(bytes[kept...]), at: kept).status == 204)
        let finished = try device.post("/uploads/\(id)/finalize")
        #expect(finished.status == 201, "\(finished.text)")
        #expect(try device.upload(bytes).status == 200)
    }

    /// U23.
    @Test func `under a Content-Digest a disk that fills keeps nothing of the PATCH`() throws {
        let bytes = song(2, bytes: 1 << 20)
        let id = try device.open(bytes)
        let digest = Data(OpenSSLCryptography().sha256(bytes).bytes).base64EncodedString()
        let fields = ["Content-Digest: sha-256=:\(digest):"]
        try withFullDisk(room: 300_000) {
            try expectNoRoom(try patch(id, bytes, at: 0, fields: fields))
            #expect(try device.head("/uploads/\(id)").value("upload-offset") == "0")
        }
        #expect(try device.patch(id, bytes, at: 0, fields: fields).status == 204)
        #expect(try device.delete("/uploads/\(id)").status == 204)
    }

    /// U29.
    @Test func `prepare on a full disk is 507 and leaves nothing`() throws {
        try withFullDisk {
            let before = try parts()
            try expectNoRoom(try device.prepare(song(3, bytes: 100_000)))
            #expect(try parts() == before)
            #expect(try device.get("/uploads").text == #"{"items":[]}"#)
        }
    }

    /// U29.
    @Test func `a direct upload on a full disk is 507 and leaves nothing`() throws {
        let bytes = song(4, bytes: 1 << 20)
        try withFullDisk(room: 300_000) {
            let before = try parts()
            try expectNoRoom(try device.upload(bytes))
            // The second says no length, so that only the disk itself can refuse it.
            try expectNoRoom(try device.upload(bytes, fields: ["Transfer-Encoding: chunked"]))
            #expect(try parts() == before)
            #expect(try device.get("/uploads").text == #"{"items":[]}"#)
        }
        #expect(try device.upload(bytes).status == 201)
    }

    /// U29.
    @Test func `finalize on a full disk can be repeated once there is room`() throws {
        let bytes = SongFixture(title: "Cover", cover: PictureFixture.jpeg(), seed: 5).bytes
        let id = try device.open(bytes)
        #expect(try device.patch(id, bytes, at: 0).status == 204)
        try withFullDisk {
            let answer = try device.post("/uploads/\(id)/finalize")
            #expect([503, 507].contains(answer.status), "\(answer.text)")
        }
        let finished = try device.post("/uploads/\(id)/finalize")
        #expect(finished.status == 201, "\(finished.text)")
        #expect(!finished.text.contains(#""artwork":null"#))
    }
}
