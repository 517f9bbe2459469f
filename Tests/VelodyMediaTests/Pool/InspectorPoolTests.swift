import FoundationEssentials
import Glibc
import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// The pool with real workers: every test ends its own.
struct InspectorPoolTests {
    @Test func `a song comes back with tags, numbers and its cover`() throws {
        let pool = InspectorPool(executable: program, workers: 1)
        defer { pool.shutdown() }
        let cover = PictureFixture.jpeg()
        let song = SongFixture(title: "One", artist: "Ann", cover: cover, seed: 1)
        let sink = ScratchFile()
        let report = try inspect(song.bytes, with: pool, into: sink)
        #expect(report.verdict == .accept)
        #expect(report.metadata.title == "One")
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.picture?.type == .jpeg)
        #expect(sink.bytes == cover)
    }

    @Test func `a worker that was killed is replaced`() throws {
        let pool = InspectorPool(executable: program, workers: 1)
        defer { pool.shutdown() }
        _ = try inspect(SongFixture(seed: 1).bytes, with: pool)
        let first = try #require(pool.workers.first)
        kill(first, SIGKILL)
        #expect(throws: InspectionError.self) {
            try inspect(SongFixture(seed: 1).bytes, with: pool)
        }
        #expect(try inspect(SongFixture(seed: 1).bytes, with: pool).verdict == .accept)
        #expect(pool.workers.first != first)
    }

    @Test func `a worker is replaced after its share of files`() throws {
        let pool = InspectorPool(executable: program, workers: 1, filesPerWorker: 2)
        defer { pool.shutdown() }
        var workers: [Int32] = []
        for _ in 0..<2 {
            _ = try inspect(SongFixture(seed: 1).bytes, with: pool)
            workers += pool.workers
            _ = try inspect(SongFixture(seed: 2).bytes, with: pool)
        }
        #expect(Set(workers).count == 2)
    }

    @Test func `a worker that does not answer is ended at the deadline`() throws {
        let pool = InspectorPool(
            executable: "/bin/cat", workers: 1, deadline: .milliseconds(200))
        defer { pool.shutdown() }
        // cat never reads the job as one, and answers the byte: no whole answer ever comes.
        #expect(throws: InspectionError.self) {
            try inspect(SongFixture(seed: 1).bytes, with: pool)
        }
        #expect(pool.workers.isEmpty)
    }

    @Test func `a program that is not there is unavailable`() throws {
        let pool = InspectorPool(executable: "/nonexistent/inspect", workers: 1)
        let error = #expect(throws: InspectionError.self) {
            try inspect([1], with: pool)
        }
        #expect(error?.code == .unavailable)
    }

    @Test func `after a shutdown no worker is left, and none is started`() throws {
        let pool = InspectorPool(executable: program, workers: 1)
        _ = try inspect(SongFixture(seed: 1).bytes, with: pool)
        let worker = try #require(pool.workers.first)
        pool.shutdown()
        #expect(kill(worker, 0) == -1)
        let error = #expect(throws: InspectionError.self) { try inspect([1], with: pool) }
        #expect(error?.code == .unavailable)
    }

    @Test func `a worker gives back every descriptor`() throws {
        let pool = InspectorPool(executable: program, workers: 1)
        defer { pool.shutdown() }
        // Its limit is 16: were two lost with each file, the eighth would fail.
        for seed in 0..<24 {
            let report = try inspect(SongFixture(seed: UInt64(seed)).bytes, with: pool)
            #expect(report.verdict == .accept)
        }
        #expect(pool.workers.count == 1)
    }

    @Test(arguments: Bomb.allCases)
    func `a bomb ends under the limits, and the song is kept`(_ bomb: Bomb) throws {
        let pool = InspectorPool(executable: program, workers: 1)
        defer { pool.shutdown() }
        let report = try inspect(bomb.bytes, with: pool)
        #expect(report.verdict == .accept)
        #expect(report.warnings.contains("tags-unreadable"))
        #expect(report.metadata == TrackMetadata())
        #expect(try inspect(SongFixture(seed: 1).bytes, with: pool).verdict == .accept)
    }

    private var program: String {
        let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .map { URL(filePath: $0).deletingLastPathComponent().path }
        let here = "\(folder ?? "")/velody-inspect"
        if unsafe access(here, X_OK) == 0 { return here }
        return root.appending(path: ".build/debug/velody-inspect").path
    }

    private var root: URL {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root
    }

    private func inspect(_ bytes: [UInt8], with pool: InspectorPool) throws -> InspectionReport {
        try inspect(bytes, with: pool, into: ScratchFile())
    }

    private func inspect(
        _ bytes: [UInt8], with pool: InspectorPool, into sink: borrowing ScratchFile
    ) throws -> InspectionReport {
        let audio = ScratchFile(bytes)
        return try pool.inspect(
            OpenFile(descriptor: audio.descriptor, length: Int64(bytes.count)),
            picture: OpenFile(descriptor: sink.descriptor, length: 0))
    }
}
