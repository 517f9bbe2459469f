import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// A storage that only reads, and backups on a disk that is too small.
@Suite(
    .serialized,
    .instance(
        environment: ["DELETED_RETENTION": "0", "ORPHAN_GRACE": "0", "STORAGE_RESERVE_BYTES": "0"],
        disks: ["storage": 16, "backups": 1])
) struct StorageDiskTests {
    private let instance: RunningInstance
    private let device: TestDevice
    private let pid: Int32

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        pid = try #require(instance.pids()["supervisor"])
    }

    /// Runs a program where the disks are mounted.
    private func run(_ words: String...) throws -> Command.Output {
        var command = Command("nsenter", ["--target", String(pid), "--mount", "--"] + words)
        command.descriptors[2] = -1
        return try command.output()
    }

    private func admin(_ words: String...) throws -> Command.Output { try admin(words) }

    private func admin(_ words: [String]) throws -> Command.Output {
        var command = Command(
            "nsenter",
            ["--target", String(pid), "--mount", "--", instance.home + "/bin/admin"] + words)
        command.descriptors[2] = -1
        return try command.output()
    }

    /// What has a file open for writing, a probe or a sweep, is in the way of `ro` for a moment.
    private func mount(_ options: String, _ name: String) throws {
        var said = ""
        let isDone = try instance.eventually {
            let answer = try run("mount", "-o", "remount," + options, "\(instance.home)/\(name)")
            said = answer.text
            return answer.status.isSuccess ? true : nil
        }
        try #require(isDone == true, "\(said)")
    }

    /// What the alert of a storage that is away looks at.
    private func metric(becomes value: Int) throws -> Bool {
        try instance.eventually {
            try instance.http("GET", "/metrics").text
                .contains("velody_survey_passing{of=\"storage\"} \(value)\n") ? true : nil
        } == true
    }

    private func health(becomes status: Int) throws -> Bool {
        try instance.eventually { try device.get("/health").status == status ? true : nil } ?? false
    }

    private func records() throws -> String {
        try instance.sql(
            """
            SELECT (SELECT count(*) FROM tracks WHERE deleted_at IS NULL),
              (SELECT count(*) FROM audio_assets WHERE collected_at IS NULL),
              (SELECT count(*) FROM damaged_blobs), (SELECT last_event_id FROM library_state)
            """)
    }

    /// PL1.
    @Test func `a storage that only reads is played, fails health, and costs no record`() throws {
        let song = SongFixture(title: "Stays", seed: 9_960).bytes
        let other = SongFixture(title: "Later", seed: 9_961).bytes
        let track = try device.track(song)
        let deleted = try device.track(SongFixture(title: "Deleted", seed: 9_962).bytes)
        #expect(try device.delete("/tracks/\(deleted)").status == 204)
        let before = try records()
        try mount("ro", "storage")
        #expect(try health(becomes: 503))
        #expect(try metric(becomes: 0))
        #expect(try device.upload(other).status == 503)
        #expect(try device.get("/tracks/\(track)/file").body == song)
        for _ in 1...2 {
            let answer = try admin("collect", "--apply")
            #expect(answer.status == .exited(75), "\(answer.text)")
        }
        #expect(try admin("verify", "--repair").status == .exited(0))
        #expect(try records() == before)
        try mount("rw", "storage")
        #expect(try health(becomes: 200))
        #expect(try metric(becomes: 1))
        #expect(try device.upload(other).status == 201)
        #expect(try admin("collect", "--apply").text.contains(#""kind":"deleted-track""#))
        #expect(try admin("verify").status == .exited(0))
    }

    /// PL1: below a disk there may be a directory of root's.
    @Test func `a disk that is not mounted is asked about, and nothing changes`() throws {
        _ = try device.track(SongFixture(title: "Mounted", seed: 9_964).bytes)
        let before = try records()
        let empty = instance.home + "/backups/empty"
        _ = try run("mkdir", empty)
        _ = try run("mount", "--bind", empty, instance.storageRoot)
        for words in [["collect", "--apply"], ["verify"], ["backup", instance.home + "/b"]] {
            let answer = try admin(words)
            #expect(answer.status == .exited(2), "\(answer.text)")
            #expect(answer.text.contains("is its disk not mounted?"), "\(answer.text)")
        }
        #expect(try health(becomes: 503))
        #expect(try run("umount", instance.storageRoot).status == .exited(0))
        #expect(try health(becomes: 200))
        #expect(try records() == before)
        #expect(try admin("verify").status == .exited(0))
    }

    @Test func `a backup without room is none, says so, and is whole once there is`() throws {
        let song = LongSong(title: "Large", minimumSize: 2 << 20, seed: 9_963)
        _ = try device.track(song.bytes(0..<song.size))
        let place = instance.home + "/backups/velody"
        let owner = try run("stat", "-c", "%u:%g", instance.storageRoot).text
        _ = try run("mkdir", place)
        _ = try run("chown", owner.filter { !$0.isNewline }, place)
        for _ in 1...2 {
            let answer = try admin("backup", place)
            #expect(answer.status == .exited(1), "\(answer.text)")
            #expect(answer.text.contains("not enough room"), "\(answer.text)")
            #expect(try admin("backup", "list", place).text == "")
        }
        try mount("size=64m", "backups")
        #expect(try admin("backup", place).status == .exited(0))
        let check = try admin("backup", "verify", place)
        #expect(check.status == .exited(0), "\(check.text)")
        #expect(try run("find", place, "-name", ".*").text == "")
    }
}
