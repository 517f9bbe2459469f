import FoundationEssentials
import Synchronization
import Testing
import VelodyRuntime
import VelodyTesting

/// Backups while the library is used and collected from.
@Suite(
    .instance(environment: ["DELETED_RETENTION": "0", "ORPHAN_GRACE": "0"])
) struct BackupBesideTests {
    private let instance: RunningInstance
    private let directory: TemporaryDirectory
    private var backups: String { directory.path + "/backups" }

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        directory = try TemporaryDirectory()
        let made = try Command(
            "sh",
            [
                "-ec",
                #"mkdir -m 700 "$0"; if [ "$(id -u)" = 0 ]; then chown daemon "$0"; fi"#,
                directory.path + "/backups",
            ]
        ).output()
        #expect(made.status.isSuccess)
    }

    @Test func `a backup beside uploads, deletions and collecting lacks nothing of its moment`()
        throws
    {
        let device = try TestDevice(on: instance)
        _ = try device.track(SongFixture(title: "Kept", seed: 800).bytes)
        let isOver = Mutex(false)
        let codes = Mutex<Set<String>>([])
        let instance = instance
        var collector: WorkerThread? = WorkerThread.start {
            while !isOver.withLock({ $0 }) {
                guard let answer = try? instance.admin("collect", "--apply") else { return }
                codes.withLock { _ = $0.insert("\(answer.status)") }
            }
        }
        var writer: WorkerThread? = WorkerThread.start {
            var seed: UInt64 = 801
            while !isOver.withLock({ $0 }) {
                let song = SongFixture(title: "Song", seed: seed, frameCount: 60).bytes
                guard let track = try? device.track(song) else { return }
                _ = try? device.delete("/tracks/\(track)")
                seed += 1
            }
        }
        for _ in 1...5 {
            let answer = try instance.admin("backup", backups, "--keep", "9")
            #expect(answer.status == .exited(0), "\(answer.text)")
        }
        isOver.withLock { $0 = true }
        collector.take()?.join()
        writer.take()?.join()
        let check = try instance.admin("backup", "verify", backups)
        #expect(check.status == .exited(0), "\(check.text)")
        // Refused while a backup is made, else done.
        #expect(codes.withLock { $0 }.isSubset(of: ["exit code 0", "exit code 75"]))
    }

    @Test func `a role that may not read everything makes no backup`() throws {
        var command = Command(
            "sh",
            [
                "-c",
                #". "$0"/instance.env; export DATABASE_BACKUP_URL="$DATABASE_URL"; exec "$0"/bin/admin backup "$1""#,
                instance.home, backups,
            ])
        command.descriptors[2] = -1
        let answer = try command.output()
        #expect(answer.status == .exited(1))
        #expect(answer.text.contains("pg_dump"))
        let none = try instance.admin("backup", "verify", backups)
        #expect(none.status == .exited(1))
        #expect(none.text.contains("no complete backup"))
    }
}
