import FoundationEssentials
import Testing
import VelodyAdministration
import VelodyDomain
import VelodyStorage
import VelodyTesting

/// `velody-admin backup` and `restore`.
@Suite struct BackupCommandTests {
    private let office = Office()
    private let directory: TemporaryDirectory
    private var backups: String { directory.path + "/backups" }

    /// An empty library, on disk as far as backups go.
    init() throws {
        directory = try TemporaryDirectory()
        let root = directory.path + "/storage"
        try FileManager().createDirectory(atPath: root, withIntermediateDirectories: false)
        try StorageRoot.at(root, reserveBytes: 0).prepare()
        office.root = root
    }

    @Test func `a backup is made, listed and verified, in objects and in sentences`() throws {
        #expect(office.run("backup", backups + "/") == .fine)
        #expect(office.output.contains(#""type":"summary","set":"20261130T000000.000Z""#))
        #expect(office.run("backup", "list", backups) == .fine)
        #expect(
            office.output.hasPrefix(
                #"{"type":"set","set":"20261130T000000.000Z","createdAt":"2026-11-30T00:00:00.000Z""#
            ))
        office.isTerminal = true
        #expect(office.run("backup", "verify", backups) == .fine)
        #expect(office.output.hasSuffix("1 backups looked at, 0 files, 0 B read: 0 wrong.\n"))
    }

    @Test func `older ones go where so many are enough`() throws {
        for _ in 1...3 {
            office.clock.advance(seconds: 60)
            #expect(office.run("backup", backups, "--keep", "2") == .fine)
        }
        #expect(office.output.contains(#"{"type":"removed","kind":"removed","#))
        #expect(office.run("backup", "list", backups) == .fine)
        #expect(office.output.split(separator: "\n").count == 2)
    }

    @Test func `a damaged backup is 1`() throws {
        #expect(office.run("backup", backups) == .fine)
        try FileManager().removeItem(
            atPath: backups + "/sets/20261130T000000.000Z/database.dump")
        #expect(office.run("backup", "verify", backups) == .wrong)
        #expect(office.output.contains(#""kind":"bad-database""#))
    }

    @Test func `where there is none it says so`() throws {
        #expect(office.run("backup", "verify", backups) == .wrong)
        #expect(office.complaints.contains("There are no backups in that directory."))
        #expect(office.run("restore", backups) == .wrong)
    }

    @Test(
        arguments: [
            ["backup"], ["backup", "/b", "--keep", "0"], ["backup", "/b", "--keep", "many"],
            ["backup", "verify"], ["backup", "/b", "/c"], ["restore"],
            ["restore", "/b", "--force"],
        ])
    func `what it does not understand is 2`(words: [String]) {
        #expect(office.run(words) == .usage)
    }
}
