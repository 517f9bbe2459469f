import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// First backups and restores of a small library, and what is left when they are killed.
@Suite(.serialized, .instance) struct RestoreCrashTests {
    private let instance: RunningInstance
    private let place: RestorePlace
    private var backups: String { instance.home + "/backups" }

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        place = try RestorePlace(on: instance)
        let cover = PictureFixture.jpeg(width: 300, height: 300, filler: 1)
        _ = try TestDevice(on: instance).upload(
            SongFixture(title: "Song", cover: cover, seed: 9_900).bytes)
        try makeRoom()
    }

    /// PD6.
    @Test func `a first backup that is killed before any step is none, and the next is whole`()
        throws
    {
        let command = [instance.home + "/bin/admin", "backup", backups]
        let steps = try Tracer(instance, command: command).finish().steps(below: backups)
        #expect(steps.map(\.name) == CrashPoints.firstBackup)
        for (number, step) in steps.enumerated() where CrashPoints.isDue(number) {
            try makeRoom()
            let target = Tracer.Target(call: step.call.name, ordinal: step.call.ordinal)
            let trace = try Tracer(instance, command: command, killing: target).finish()
            let isKilled = trace.isKilled
            #expect(isKilled, "\(step.name)")
            let last = trace.steps(below: backups).last?.name
            #expect(last == step.name)
            let earlier = try sets().count
            #expect(earlier <= 1)
            #expect(try instance.admin("backup", backups).status == .exited(0), "\(step.name)")
            #expect(try sets().count == earlier + 1)
            let check = try instance.admin("backup", "verify", backups)
            #expect(check.status == .exited(0), "\(step.name): \(check.text)")
            #expect(try leftovers() == "", "\(step.name)")
        }
    }

    /// PD6.
    @Test func `a restore that is killed before any step goes on, or was whole`() throws {
        #expect(try instance.admin("backup", backups).status == .exited(0))
        try place.grantOwner(true)
        try place.empty()
        let command = try place.words(["restore", backups])
        let steps = try Tracer(instance, command: command).finish().steps(below: place.storage)
        #expect(steps.map(\.name) == CrashPoints.restore)
        let whole = try place.library()
        for (number, step) in steps.enumerated() where CrashPoints.isDue(number) {
            try place.empty()
            let target = Tracer.Target(call: step.call.name, ordinal: step.call.ordinal)
            let trace = try Tracer(instance, command: command, killing: target).finish()
            let isKilled = trace.isKilled
            #expect(isKilled, "\(step.name)")
            let last = trace.steps(below: place.storage).last?.name
            #expect(last == step.name)
            let isThere = try place.hasLibrary()
            let again = try place.admin("restore", backups)
            #expect(again.status == .exited(isThere ? 1 : 0), "\(step.name): \(again.text)")
            #expect(again.text.contains("The database is not empty.") == isThere)
            #expect(try place.library() == whole, "\(step.name)")
            let check = try place.admin("verify")
            #expect(check.status == .exited(0), "\(step.name): \(check.text)")
        }
    }

    /// PD6.
    @Test
    func `a host that is prepared as the package does it takes a restore, others say why not`()
        throws
    {
        #expect(try instance.admin("backup", backups).status == .exited(0))
        try place.empty(migrated: false)
        let bare = try place.admin("restore", backups, owner: "postgres")
        #expect(bare.status == .exited(1))
        #expect(bare.text.contains("run sql/migrate on it first"), "\(bare.text)")
        try place.empty()
        try place.grantOwner(false)
        let closed = try place.admin("restore", backups)
        #expect(closed.status == .exited(1))
        #expect(closed.text.contains("GRANT velody_owner to it"), "\(closed.text)")
        #expect(try FileManager().contentsOfDirectory(atPath: place.storage) == [])
        let superuser = try place.admin("restore", backups, owner: "postgres")
        #expect(superuser.status == .exited(0), "\(superuser.text)")
        let restored = try place.library()
        try place.empty()
        try place.grantOwner(true)
        let granted = try place.admin("restore", backups)
        #expect(granted.status == .exited(0), "\(granted.text)")
        try place.grantOwner(false)
        #expect(try place.library() == restored)
        let check = try place.admin("verify")
        #expect(check.status == .exited(0), "\(check.text)")
        #expect(try place.admin("devices", "list").status == .exited(0))
        #expect(try place.admin("backup", backups).status == .exited(0))
    }

    /// An empty directory for backups.
    private func makeRoom() throws {
        try? FileManager().removeItem(atPath: backups)
        let make = #"mkdir -m 700 "$0"; if [ "$(id -u)" = 0 ]; then chown daemon "$0"; fi"#
        #expect(try Command("sh", ["-ec", make, backups]).output().status.isSuccess)
    }

    /// The complete backups, as they are told; none where nothing is called one.
    private func sets() throws -> [String] {
        let answer = try instance.admin("backup", "list", backups, "--json")
        return answer.status == .exited(0)
            ? answer.text.split(separator: "\n").map(String.init) : []
    }

    /// What is called by none of the names that a backup consists of.
    private func leftovers() throws -> String {
        try Command("sh", ["-c", #"find "$0" -mindepth 1 -name '.*'"#, backups]).output().text
    }
}
