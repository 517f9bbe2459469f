import FoundationEssentials
import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// What a worker can do no more once it takes files, and what becomes of those it dies of.
struct FenceTests {
    @Test func `a worker is fenced before its first file`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        _ = try pool.inspect(SongFixture(seed: 1).bytes)
        let worker = try #require(pool.workers.first)
        let status = try text("/proc/\(worker)/status")
        #expect(status.contains("NoNewPrivs:\t1"))
        #expect(status.contains("Seccomp:\t2"))
        let limits = try text("/proc/\(worker)/limits").split(separator: "\n")
            .map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
        #expect(limits.contains("Max address space 268435456"))
        #expect(limits.contains("Max file size 16777216"))
        #expect(limits.contains("Max open files 16"))
        #expect(limits.contains("Max processes 0 0"))
    }

    /// libmagic has all it needs open when the fence goes up.
    @Test func `documents are still known behind the fence`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        let page = Array("<!DOCTYPE html><html><body>\(String(repeating: "x", count: 4000))".utf8)
        let report = try pool.inspect(page)
        #expect(report.verdict == .reject(reason: "not-audio"))
        #expect(report.detectedType == "text/html")
        #expect(pool.workers.count == 1)
    }

    /// A51, and the memory that a worker may take.
    @Test func `memory does not grow with the file, nor with its cover`() throws {
        let pool = InspectorPool(executable: InspectorProgram.path, workers: 1)
        defer { pool.shutdown() }
        let cover = PictureFixture.jpeg(filler: 14 << 20)
        var song = SongFixture(title: "One", cover: cover, seed: 1, frameCount: 20_000)
        song.trailer = TrailingTags.ape([("Album", ["x"])], cover: [0x61, 0] + cover)
        let sink = ScratchFile()
        let report = try pool.inspect(song.bytes, into: sink)
        #expect(report.metadata.title == "One")
        #expect(sink.size == cover.count)
        let worker = try #require(pool.workers.first)
        let peak = try text("/proc/\(worker)/status").split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
            .flatMap { Int($0.filter(\.isNumber)) }
        #expect(try #require(peak) < 40_000)
    }

    /// A54: a worker that dies over the tags has told before what the frames say.
    @Test func `a song whose worker dies after the scan is kept`() throws {
        let report = InspectionReport(verdict: .accept, detectedType: "audio/mpeg")
        let answer = InspectionAnswer.scanned(report).bytes
        let letters = answer.map { "\\" + String($0, radix: 8) }.joined()
        let folder = "/tmp/velody-fence-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Reads the byte of the job, says what the scan found, and is gone.
        let program = "#!/bin/sh\nhead -c 1 >/dev/null\nprintf '\(letters)' >&0\n"
        try Data(program.utf8).write(to: URL(filePath: folder + "/worker"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder + "/worker")
        let pool = InspectorPool(executable: folder + "/worker", workers: 1)
        defer { pool.shutdown() }
        // Another test may just be forking with the file still open for writing.
        let end = ContinuousClock.now + .seconds(20)
        var result = Result { try pool.inspect(SongFixture(seed: 1).bytes) }
        while case .failure = result, ContinuousClock.now < end {
            result = Result { try pool.inspect(SongFixture(seed: 1).bytes) }
        }
        let kept = try result.get()
        #expect(kept.verdict == .accept)
        #expect(kept.warnings == ["tags-unreadable"])
        #expect(pool.workers.isEmpty)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
    }
}
