import FoundationEssentials
import Testing
import VelodyDomain
import VelodyServices
import VelodyStorage
import VelodyTesting

/// Restores to real files, beside records in memory.
@Suite struct RestoreTests {
    private let directory: TemporaryDirectory
    private let bench: BackupBench
    private let other: BackupBench

    init() throws {
        directory = try TemporaryDirectory()
        bench = try BackupBench(in: directory.path + "/a")
        try bench.add(1...4)
        other = try BackupBench(in: directory.path + "/b", dumps: bench.dumps)
    }

    private func bytes(_ path: String) -> [UInt8]? {
        FileManager().contents(atPath: path).map { Array($0) }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager().attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func code(_ body: () throws -> Void) -> ServiceError.Code? {
        do { try body() } catch { return (error as? ServiceError)?.code }
        return nil
    }

    /// PD6.
    @Test func `records and files come back, with the rights that the web server needs`() throws {
        let open = try LibraryWriter(registeredIn: bench.stores, name: "open").newSession(9)
        _ = try bench.stores.uploads.open(open)
        let set = try bench.back().set
        try bench.add(5...5)
        let outcome = try other.restore(bench)
        #expect(outcome.set.set == set && outcome.files == 4 && outcome.missing == 0)
        #expect(try other.database.makeRecords().count() == 4)
        for seed: UInt8 in 1...4 {
            #expect(bytes(other.inLibrary(seed)) == BackupBench.bytes(seed))
            #expect(try mode(other.inLibrary(seed)) == 0o640)
        }
        #expect(bytes(other.inLibrary(5)) == nil)
        #expect(try other.stores.uploads.find(open.id)?.status == .expired)
        #expect(other.told == [])
    }

    /// PD6.
    @Test func `what is not empty is refused, and left as it is`() throws {
        _ = try bench.back()
        #expect(code { _ = try bench.restore(bench) } == .preconditionFailed)
        try other.root.prepare()
        let stranger = other.storage + "/library/audio/notes.txt"
        try Data([1]).write(to: URL(filePath: stranger))
        #expect(code { _ = try other.restore(bench) } == .preconditionFailed)
        try FileManager().removeItem(atPath: stranger)
        try other.resources.parts.create(UploadID(random: [UInt8](repeating: 1, count: 16)))
        #expect(code { _ = try other.restore(bench) } == .preconditionFailed)
        #expect(try other.database.makeRecords().count() == 0)
        #expect(bytes(other.inLibrary(1)) == nil)
    }

    @Test func `a restore that breaks off is repeated`() throws {
        _ = try bench.back()
        bench.dumps.faults.fail(with: DumpError(.unavailable, "away"))
        #expect(code { _ = try other.restore(bench) } == .unavailable)
        // As if it had been killed within a file.
        try FileManager().removeItem(atPath: other.inLibrary(2))
        try Data([2, 2]).write(to: URL(filePath: other.inLibrary(2)))
        #expect(try other.restore(bench).files == 4)
        #expect(bytes(other.inLibrary(2)) == BackupBench.bytes(2))
        #expect(
            try FileManager().contentsOfDirectory(atPath: other.storage + "/temp") == [])
    }

    @Test func `what the backup lacks is noted as missing, and what was noted and is there is not`()
        throws
    {
        let records = bench.database.makeRecords()
        let now = bench.clock.now()
        try records.markDamaged(BackupBench.content(2).hash, as: .wrongHash, now: now)
        _ = try bench.back()
        try FileManager().removeItem(atPath: bench.inPool(1))
        let outcome = try other.restore(bench)
        #expect(outcome.files == 3 && outcome.missing == 1)
        #expect(other.told.map(\.kind) == [.damaged(.missing)])
        let restored = other.database.makeRecords()
        #expect(try restored.record(of: BackupBench.content(1).hash)?.damage == .missing)
        #expect(try restored.record(of: BackupBench.content(2).hash)?.damage == nil)
    }

    /// PD6: a storage that outlived its database, and a backup that is hard links to it.
    @Test func `what is damaged in the storage and in the backup is noted, though a file is there`()
        throws
    {
        _ = try bench.back()
        for path in [bench.inPool(1), bench.inLibrary(1)] {
            try Data([UInt8](repeating: 9, count: 100)).write(to: URL(filePath: path))
        }
        let survivor = try BackupBench(in: directory.path + "/a", dumps: bench.dumps)
        let outcome = try survivor.restore(bench)
        #expect(survivor.told.map(\.kind) == [.damaged(.wrongHash)])
        #expect(outcome.files == 3 && outcome.missing == 1)
        let restored = survivor.database.makeRecords()
        #expect(try restored.record(of: BackupBench.content(1).hash)?.damage == .wrongHash)
        #expect(try restored.record(of: BackupBench.content(2).hash)?.damage == nil)
    }

    @Test func `a backup that is damaged, newer or not there restores nothing`() throws {
        #expect(code { _ = try other.restore(bench) } == .notFound)
        let set = try bench.back().set
        #expect(code { _ = try other.restore(bench, set: "20200101T000000.000Z") } == .notFound)
        #expect(
            code { _ = try other.restore(bench, schemaVersion: 0) } == .preconditionFailed)
        let dump = "\(bench.backups)/sets/\(set)/database.dump"
        try Data([1]).write(to: URL(filePath: dump))
        #expect(code { _ = try other.restore(bench) } == .internal)
        try FileManager().removeItem(atPath: "\(bench.backups)/sets/\(set)/manifest")
        #expect(code { _ = try other.restore(bench) } == .internal)
        #expect(try other.database.makeRecords().count() == 0)
    }
}
