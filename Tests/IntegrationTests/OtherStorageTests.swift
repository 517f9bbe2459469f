import FoundationEssentials
import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// Another library's storage in the place of its own, and libraries from before storages had identities.
@Suite(
    .instance(environment: ["DELETED_RETENTION": "0", "ORPHAN_GRACE": "0"]), .serialized
) struct OtherStorageTests {
    private let instance: RunningInstance
    private let device: TestDevice
    private let track: String
    private let song = SongFixture(title: "Own", seed: 9_970).bytes
    private var root: String { instance.storageRoot }
    private var aside: String { root + ".aside" }

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
        track = try device.track(song)
        for seed: UInt64 in 9_971...9_974 {
            _ = try device.track(SongFixture(title: "Song \(seed)", seed: seed).bytes)
        }
    }

    private func shell(_ script: String) throws -> String {
        let output = try Command("sh", ["-euc", script, root, aside]).output()
        try #require(output.status.isSuccess, "\(script)")
        return output.text
    }

    /// All files below the storage root, with what is in them and when they came.
    private func files() throws -> String {
        try shell(#"find "$0" -type f -printf '%p %T@ %s\n' | sort; cat "$0/VELODY""#)
    }

    private func records() throws -> String {
        try instance.sql(
            """
            SELECT (SELECT count(*) FROM audio_assets WHERE collected_at IS NULL), storage_id, last_event_id,
              (SELECT count(*) FROM damaged_blobs), (SELECT count(*) FROM upload_sessions)
            FROM library_state
            """)
    }

    private func health(becomes status: Int) throws -> HTTPAnswer? {
        try instance.eventually {
            let health = try device.get("/health")
            return health.status == status ? health : nil
        }
    }

    /// Puts another storage in the place of the library's while `body` runs: what `script` makes of a copy.
    private func whileAnother(_ script: String, _ body: () throws -> Void) throws {
        _ = try shell(#"cp -a "$0" "$0.other"; mv "$0" "$1"; mv "$0.other" "$0"; "# + script)
        let result = Result { try body() }
        _ = try shell(#"rm -rf "$0"; mv "$1" "$0""#)
        try result.get()
    }

    private func restart() throws {
        let pid = try #require(instance.pids()["velody-server"])
        #expect(kill(pid, SIGKILL) == 0)
        let isBack = try instance.eventually { () -> Bool? in
            guard let now = instance.pids()["velody-server"], now != pid else { return nil }
            return [200, 503].contains(try instance.http("GET", "/api/v1/health").status)
                ? true : nil
        }
        #expect(isBack == true)
    }

    private static let stranger = #"""
        printf 'Velody storage root, version 1\nid 00000000-0000-4000-8000-000000000001\n' >"$0/VELODY"
        """#

    /// PL1.
    @Test
    func `another library's storage is told, takes no song and loses none, and all goes on after`()
        throws
    {
        let deleted = try device.track(SongFixture(title: "Deleted", seed: 9_980).bytes)
        #expect(try device.delete("/tracks/\(deleted)").status == 204)
        let other = SongFixture(title: "Later", seed: 9_981).bytes
        let whole = try device.open(other)
        #expect(try device.patch(whole, other, at: 0).status == 204)
        let before = try records()
        // Nobody's, there: its own database knows it.
        let stray =
            #"; d="$0/library/audio/00/00"; mkdir -p "$d"; echo x >"$d/$(printf %064d 0).mp3""#
        try whileAnother(Self.stranger + stray) {
            let there = try files()
            let health = try health(becomes: 503)
            #expect(health?.text.contains("the storage belongs to another library") == true)
            let new = SongFixture(title: "New", seed: 9_982).bytes
            #expect(try device.prepare(new).status == 503)
            #expect(try device.upload(new).status == 503)
            #expect(try device.post("/uploads/\(whole)/finalize").status == 503)
            for words in [
                ["collect", "--apply"], ["collect"], ["verify", "--repair"], ["backup"],
            ] {
                let answer = try admin(words + (words == ["backup"] ? [instance.home + "/b"] : []))
                #expect(answer.status == .exited(75), "\(words): \(answer.text)")
                #expect(
                    answer.text.contains("belongs to another library"), "\(words): \(answer.text)")
            }
            let doctor = try admin(["doctor"])
            #expect(doctor.text.contains("is another library's storage"), "\(doctor.text)")
            #expect(doctor.text.contains("velody-admin adopt"))
            #expect(try device.get("/tracks/\(track)/file").body == song)
            #expect(try files() == there)
        }
        #expect(try records() == before)
        #expect(try health(becomes: 200) != nil)
        #expect(try device.post("/uploads/\(whole)/finalize").status == 201)
        #expect(try admin(["collect", "--apply"]).text.contains(#""kind":"deleted-track""#))
        #expect(try admin(["verify"]).status == .exited(0))
    }

    /// PL1: an update comes while the disk is away; below it lies a storage that took a song before.
    @Test func `a library of before takes the storage that has its songs, be it late`() throws {
        let own = try instance.sql("SELECT storage_id FROM library_state")
        #expect(own.count > 36)
        _ = try instance.sql("UPDATE library_state SET storage_id = NULL")
        _ = try shell(#"echo 'Velody storage root, version 1' >"$0/VELODY""#)
        let hash = try instance.sql(
            "SELECT encode(hash, 'hex') FROM audio_assets ORDER BY created_at DESC LIMIT 1")
        let name = hash.filter { !$0.isNewline }
        let one = #"find "$0/library/audio" -name '*.mp3' ! -name '"# + name + #".mp3' -delete"#
        try whileAnother(one) {
            let there = try files()
            try restart()
            let health = try health(becomes: 503)
            #expect(health?.text.contains("lacks most of the library's songs") == true)
            #expect(try device.upload(SongFixture(title: "New", seed: 9_983).bytes).status == 503)
            #expect(try admin(["adopt"]).status == .exited(1))
            #expect(try files() == there)
            #expect(try instance.sql("SELECT storage_id FROM library_state") == "\n")
        }
        #expect(try health(becomes: 200) != nil)
        #expect(try device.upload(SongFixture(title: "New", seed: 9_984).bytes).status == 201)
        let taken = try instance.sql("SELECT storage_id FROM library_state")
        #expect(taken.count > 36 && taken != own)
        #expect(try shell(#"cat "$0/VELODY""#) == "Velody storage root, version 1\nid \(taken)")
        #expect(try admin(["verify"]).status == .exited(0))
    }

    @Test func `programs that take it at once take the same, once`() throws {
        for _ in 1...3 {
            _ = try instance.sql("UPDATE library_state SET storage_id = NULL")
            _ = try shell(#"echo 'Velody storage root, version 1' >"$0/VELODY""#)
            let script = #"for i in 1 2 3 4; do "$0/bin/admin" collect >/dev/null & done; wait"#
            let new = SongFixture(title: "At once", seed: .random(in: 10_000...90_000)).bytes
            var command = Command("sh", ["-c", script, instance.home])
            command.descriptors[2] = -1
            var child = try command.spawn()
            #expect(try device.upload(new).status == 201)
            _ = child.wait()
            let taken = try instance.sql("SELECT storage_id FROM library_state")
            #expect(try shell(#"cat "$0/VELODY""#) == "Velody storage root, version 1\nid \(taken)")
            #expect(try shell(#"find "$0" -name 'VELODY*' | wc -l"#) == "1\n")
            #expect(try health(becomes: 200) != nil)
        }
    }

    @Test func `a storage that was replaced on purpose is adopted, and used at once`() throws {
        try whileAnother(Self.stranger) {
            #expect(try health(becomes: 503) != nil)
            let answer = try admin(["adopt"])
            #expect(answer.status == .exited(0), "\(answer.text)")
            #expect(answer.text.contains("00000000-0000-4000-8000-000000000001"))
            #expect(try health(becomes: 200) != nil)
            #expect(try admin(["verify"]).status == .exited(0))
        }
        #expect(try health(becomes: 503) != nil)
        #expect(try admin(["adopt"]).status == .exited(0))
        #expect(try health(becomes: 200) != nil)
    }

    private func admin(_ words: [String]) throws -> Command.Output {
        var command = Command(instance.home + "/bin/admin", words)
        command.descriptors[2] = -1
        return try command.output()
    }
}
