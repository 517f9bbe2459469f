import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// A reserve of 8 MiB on a disk of 24 MiB.
@Suite(
    .instance(environment: ["STORAGE_RESERVE_BYTES": "8388608"], disks: ["storage": 24]))
struct ReserveTests {
    private let instance: RunningInstance
    private let device: TestDevice
    private let storage: String

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        let pid = try #require(instance.pids()["supervisor"])
        storage = "/proc/\(pid)/root\(instance.storageRoot)"
    }

    private func song(_ seed: UInt64) -> [UInt8] {
        let song = LongSong(title: "Song \(seed)", minimumSize: 10 << 20, seed: seed)
        return song.bytes(0..<song.size)
    }

    private func free() throws -> Int {
        let words = ["--file-system", "--format", "%a %S", storage]
        let said = try Command("stat", words).output().text.split { " \n".contains($0) }
        let numbers = said.compactMap { Int($0) }
        return numbers.count == 2 ? numbers[0] * numbers[1] : 0
    }

    /// U29, PU8: each found room when it was announced; together they do not eat the reserve.
    @Test func `two uploads that each found room leave the reserve, and both end once there is`()
        throws
    {
        let reserve = 8 << 20
        let (first, second) = (song(1), song(2))
        let ids = try (device.open(first), device.open(second))
        #expect(try device.patch(ids.0, first, at: 0).status == 204)
        let refused = try device.patch(ids.1, second, at: 0)
        #expect(refused.status == 507, "\(refused.text)")
        let offset = try #require(Int(refused.value("upload-offset") ?? ""))
        #expect((1..<second.count).contains(offset))
        #expect(try free() > reserve - (2 << 20))
        // Insisting takes no more of it.
        let left = try free()
        for _ in 0..<3 {
            let again = try device.patch(ids.1, Array(second[offset...]), at: offset)
            #expect(again.status == 507)
            #expect(again.value("upload-offset") == String(offset))
        }
        #expect(try free() == left)
        #expect(try device.prepare([1, 2, 3]).status == 507)
        #expect(try device.upload(Array(first[..<100_000])).status == 507)
        // What is announced can still be finished, or given up to make room.
        #expect(try device.delete("/uploads/\(ids.0)").status == 204)
        #expect(try device.patch(ids.1, Array(second[offset...]), at: offset).status == 204)
        #expect(try device.post("/uploads/\(ids.1)/finalize").status == 201)
    }
}
