import FoundationEssentials
import Glibc
import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// The pool with real workers: every test ends its own.
struct InspectorPoolTests {
    @Test func `a song comes back with tags, numbers and its cover`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        let cover = PictureFixture.jpeg()
        let song = SongFixture(title: "One", artist: "Ann", cover: cover, seed: 1)
        let sink = ScratchFile()
        let report = try pool.inspect(song.bytes, into: sink)
        #expect(report.verdict == .accept)
        #expect(report.metadata.title == "One")
        #expect(report.properties?.durationMs == song.durationMs)
        #expect(report.picture?.type == .jpeg)
        #expect(sink.bytes == cover)
    }

    @Test func `a worker that was killed is replaced`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        _ = try pool.inspect(SongFixture(seed: 1).bytes)
        let first = try #require(pool.workers.first)
        kill(first, SIGKILL)
        #expect(throws: InspectionError.self) {
            try pool.inspect(SongFixture(seed: 1).bytes)
        }
        #expect(try pool.inspect(SongFixture(seed: 1).bytes).verdict == .accept)
        #expect(pool.workers.first != first)
    }

    @Test func `a worker is replaced after its share of files`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1, filesPerWorker: 2)
        defer { pool.shutdown() }
        var workers: [Int32] = []
        for _ in 0..<2 {
            _ = try pool.inspect(SongFixture(seed: 1).bytes)
            workers += pool.workers
            _ = try pool.inspect(SongFixture(seed: 2).bytes)
        }
        #expect(Set(workers).count == 2)
    }

    @Test func `a worker that does not answer is ended at the deadline`() throws {
        let pool = InspectorPool(
            executable: "/bin/cat", workers: 1, deadline: .milliseconds(200))
        defer { pool.shutdown() }
        // cat never reads the job as one, and answers the byte: no whole answer ever comes.
        #expect(throws: InspectionError.self) {
            try pool.inspect(SongFixture(seed: 1).bytes)
        }
        #expect(pool.workers.isEmpty)
    }

    @Test func `a program that is not there is unavailable`() throws {
        let pool = InspectorPool(executable: "/nonexistent/inspect", workers: 1)
        let error = #expect(throws: InspectionError.self) {
            try pool.inspect([1])
        }
        #expect(error?.code == .unavailable)
    }

    @Test func `after a shutdown no worker is left, and none is started`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        _ = try pool.inspect(SongFixture(seed: 1).bytes)
        let worker = try #require(pool.workers.first)
        pool.shutdown()
        #expect(kill(worker, 0) == -1)
        let error = #expect(throws: InspectionError.self) { try pool.inspect([1]) }
        #expect(error?.code == .unavailable)
    }

    @Test func `a worker gives back every descriptor`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        // Its limit is 16: were two lost with each file, the eighth would fail.
        for seed in 0..<24 {
            let report = try pool.inspect(SongFixture(seed: UInt64(seed)).bytes)
            #expect(report.verdict == .accept)
        }
        #expect(pool.workers.count == 1)
    }

    /// PM9: each has a number of its own, and none is the one that is asked for.
    @Test func `a song behind streams without end is measured`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        var song = OggFixture.opus(["TITLE=One"], skipped: 0)
        song.addAudio(packets: 100)
        let numbers = (100..<100_000).map { number in
            [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        var opening = OggFixture.opus([]).bytes
        opening.removeSubrange(opening.index(opening.startIndex, offsetBy: 28 + 19)...)
        let empty = Array("OggS".utf8) + [UInt8](repeating: 0, count: 23)
        let streams = numbers.map { opening[..<14] + $0 + opening[18...] }
        let strays = numbers.map { empty[..<14] + $0[..<3] + [1] + empty[18...] }
        let report = try pool.inspect(
            song.bytes + Array(streams.joined()) + Array(strays.joined()))
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == 2000)
    }

    /// A54, A55, PM9, PM10.
    @Test(arguments: Bomb.allCases)
    func `a bomb ends under the limits, and the song is kept`(_ bomb: Bomb) throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        let report = try pool.inspect(bomb.bytes)
        #expect(report.verdict == .accept)
        #expect(report.warnings.contains("tags-unreadable"))
        #expect(report.metadata == TrackMetadata())
        #expect(try pool.inspect(SongFixture(seed: 1).bytes).verdict == .accept)
    }
}
