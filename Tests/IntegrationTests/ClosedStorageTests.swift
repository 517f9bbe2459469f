import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// A storage that is there and may not be read, from the beginning or from some moment on.
@Suite(
    .instance(environment: ["DELETED_RETENTION": "0", "ORPHAN_GRACE": "0"]), .serialized
) struct ClosedStorageTests {
    private static let commands = [["verify"], ["verify", "--repair"], ["collect", "--apply"]]

    private let instance: RunningInstance
    private let device: TestDevice
    private let track: String
    private let song = SongFixture(title: "Closed", seed: 9_950).bytes

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        track = try device.track(song)
        // Something that collecting would like to remove.
        let deleted = try device.track(SongFixture(title: "Deleted", seed: 9_951).bytes)
        #expect(try device.delete("/tracks/\(deleted)").status == 204)
    }

    /// PL1.
    @Test(arguments: ["", "/library", "/library/audio", "/library/artwork"])
    func `a directory above all files that is closed is told by its path, and nothing changes`(
        place: String
    ) throws {
        let path = instance.storageRoot + place
        let before = try state()
        let mode = try Command("stat", ["-c", "%a", path]).output().text.filter { !$0.isNewline }
        _ = try Command("chmod", ["0", path]).output()
        defer { _ = try? Command("chmod", [mode, path]).output() }
        for words in Self.commands {
            let answer = try run(words)
            #expect(answer.status == .exited(75), "\(words): \(answer.text)")
            #expect(answer.text.contains("\(path) may not be read"), "\(words): \(answer.text)")
            #expect(!answer.text.contains("missing"), "\(words): \(answer.text)")
        }
        _ = try Command("chmod", [mode, path]).output()
        #expect(try state() == before)
        #expect(try device.get("/tracks/\(track)/file").body == song)
        #expect(try instance.admin("verify").status == .exited(0))
    }

    /// PL1.
    @Test(arguments: commands)
    func `a storage that is closed in the midst turns into nothing`(words: [String]) throws {
        let before = try state()
        // Told, without `--apply`, all the same: how often it asks about a name is what counts.
        let count = try trace(words.filter { $0 != "--apply" }, closedAfter: nil).count
        #expect(count > 100)
        let closed = try trace(words, closedAfter: count * 3 / 4)
        #expect(closed.answer.status == .exited(75), "\(closed.answer.text)")
        #expect(!closed.answer.text.contains("missing"), "\(closed.answer.text)")
        #expect(try state() == before)
        #expect(try instance.admin("verify").status == .exited(0))
    }

    /// Runs `velody-admin`, whose questions about names beyond the first so many are all refused.
    ///
    /// - Returns: also how often it asked.
    private func trace(
        _ words: [String], closedAfter number: Int?
    ) throws -> (answer: Command.Output, count: Int) {
        let log = "\(instance.home)/names-\(UUID().uuidString)"
        defer { try? FileManager().removeItem(atPath: log) }
        let refusal = number.map { ["-e", "inject=newfstatat:error=EACCES:when=\($0)+"] } ?? []
        let tracing = ["-o", log, "-e", "trace=newfstatat"] + refusal
        var command = Command("strace", tracing + ["--", instance.home + "/bin/admin"] + words)
        command.descriptors[2] = -1
        let answer = try command.output()
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        return (answer, calls.count { $0.hasPrefix("newfstatat(") })
    }

    private func run(_ words: [String]) throws -> Command.Output {
        var command = Command(instance.home + "/bin/admin", words)
        command.descriptors[2] = -1
        return try command.output()
    }

    /// All files, and what is noted of damage and collecting.
    private func state() throws -> String {
        let root = instance.storageRoot
        let files = try Command("sh", ["-c", #"find "$0" -type f | sort"#, root]).output().text
        return try files
            + instance.sql(
                """
                SELECT (SELECT count(*) FROM damaged_blobs),
                  (SELECT count(*) FROM audio_assets WHERE collected_at IS NOT NULL)
                """)
    }
}
