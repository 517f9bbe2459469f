import FoundationEssentials
import Testing
import VelodyDomain
import VelodyServices
import VelodyStorage
import VelodyTesting

/// Backups of real files, beside records in memory.
@Suite struct BackupTests {
    private let directory: TemporaryDirectory
    private let bench: BackupBench

    init() throws {
        directory = try TemporaryDirectory()
        bench = try BackupBench(in: directory.path + "/a")
        try bench.add(1...4)
    }

    private func inode(_ path: String) throws -> UInt64? {
        try FileManager().attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    private func remove(_ path: String) throws { try FileManager().removeItem(atPath: path) }

    @Test func `files are linked, once, and only what is new is touched`() throws {
        let first = try bench.back()
        #expect(first.files == 4 && first.fresh == 4 && first.bytes == 400)
        #expect(try inode(bench.inPool(1)) == inode(bench.inLibrary(1)))
        let second = try bench.back()
        #expect(second.files == 4 && second.fresh == 0 && second.freshBytes == 0)
        try bench.add(5...5)
        let third = try bench.back()
        #expect(third.files == 5 && third.fresh == 1)
        let check = try bench.check()
        #expect(check.wrong == 0 && check.files == 5)
        #expect(check.sets.map(\.files) == [4, 4, 5])
        #expect(check.sets.map(\.set) == [first.set, second.set, third.set])
    }

    /// Memory is a file system of its own on every Linux.
    @Test func `on another file system files are copied, once, and only whole ones`() throws {
        let memory = try TemporaryDirectory(in: "/dev/shm")
        bench.backups = memory.path + "/backups"
        try remove(bench.inLibrary(2))
        try write([UInt8](repeating: 9, count: 100), to: bench.inLibrary(2))
        let first = try bench.back()
        #expect(first.fresh == 3 && first.absent == 1)
        #expect(bench.told.map(\.kind) == [.damaged(.wrongHash)])
        #expect(try inode(bench.inPool(1)) != inode(bench.inLibrary(1)))
        let copy = FileManager().contents(atPath: bench.inPool(1)).map { Array($0) }
        #expect(copy == BackupBench.bytes(1))
        try write(BackupBench.bytes(2), to: bench.inLibrary(2))
        let second = try bench.back()
        #expect(second.fresh == 1 && second.absent == 0)
        #expect(try bench.check().wrong == 0)
        let other = try BackupBench(in: directory.path + "/b", dumps: bench.dumps)
        #expect(try other.restore(bench).files == 4)
    }

    @Test func `a file that rots before its first backup never enters one, and the rest does`()
        throws
    {
        // Another file in its place, so that the link to it is looked at too.
        try remove(bench.inLibrary(1))
        try write([UInt8](repeating: 9, count: 100), to: bench.inLibrary(1))
        try remove(bench.inLibrary(2))
        let outcome = try bench.back()
        #expect(outcome.files == 2 && outcome.absent == 2)
        #expect(
            Set(bench.told.map(\.kind)) == [.damaged(.wrongHash), .damaged(.missing)])
        #expect(!FileManager().fileExists(atPath: bench.inPool(1)))
        let check = try bench.check()
        #expect(check.wrong == 2)
        #expect(bench.told.map(\.kind) == [.absent, .absent])
    }

    @Test func `what an earlier backup has, a later one has, whatever became of the library`()
        throws
    {
        _ = try bench.back()
        try remove(bench.inLibrary(1))
        let outcome = try bench.back()
        #expect(outcome.files == 4 && outcome.absent == 0)
        #expect(try bench.check().wrong == 0)
    }

    /// A hard link rots with the library's file.
    @Test func `what the library knows to be damaged is named, and comes back once it is healed`()
        throws
    {
        _ = try bench.back()
        try write([UInt8](repeating: 9, count: 100), to: bench.inPool(1))
        #expect(try inode(bench.inPool(1)) == inode(bench.inLibrary(1)))
        try age(bench.inPool(1))
        let records = bench.database.makeRecords()
        try records.markDamaged(
            BackupBench.content(1).hash, as: .wrongHash, now: bench.clock.now())
        let damaged = try bench.back()
        #expect(damaged.files == 3 && damaged.absent == 1)
        #expect(bench.told.map(\.kind) == [.damaged(.wrongHash)])
        // As publishing heals: another file under the same name.
        try remove(bench.inLibrary(1))
        try write(BackupBench.bytes(1), to: bench.inLibrary(1))
        try records.clearDamage(of: BackupBench.content(1).hash)
        let healed = try bench.back()
        #expect(healed.files == 4 && healed.fresh == 1 && healed.absent == 0)
        #expect(try bench.check().wrong == 0)
        #expect(try bench.back().fresh == 0)
    }

    /// Rot leaves no date.
    private func age(_ path: String) throws {
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager().setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    @Test(arguments: [BackupBench.bytes(1), [UInt8](repeating: 9, count: 100)])
    func `a whole file of the pool stays where the library's is another`(bytes: [UInt8]) throws {
        _ = try bench.back()
        try age(bench.inPool(1))
        try remove(bench.inLibrary(1))
        try write(bytes, to: bench.inLibrary(1))
        let own = try inode(bench.inPool(1))
        let outcome = try bench.back()
        #expect(outcome.files == 4 && outcome.absent == 0 && outcome.fresh == 0)
        #expect(try inode(bench.inPool(1)) == own)
        #expect(try bench.check().wrong == 0)
        // It was read, and is not again.
        #expect(try writtenAt(bench.inPool(1)) >= writtenAt(bench.inLibrary(1)))
    }

    private func writtenAt(_ path: String) throws -> Date {
        let attributes = try FileManager().attributesOfItem(atPath: path)
        return try #require(attributes[.modificationDate] as? Date)
    }

    @Test(
        arguments: [
            ("blob", BackupEvent.Kind.damaged(.wrongHash)), ("short", .damaged(.wrongSize)),
            ("gone", .damaged(.missing)), ("manifest", .badManifest), ("dump", .badDatabase),
            ("dump gone", .badDatabase),
        ])
    func `any damage of a backup is found by itself`(
        what: String, expected: BackupEvent.Kind
    ) throws {
        let set = try bench.back().set
        let place = "\(bench.backups)/sets/\(set)"
        // The pool's files are the library's: a file of another inode takes the place.
        if ["blob", "short", "gone"].contains(what) { try remove(bench.inPool(3)) }
        switch what {
        case "blob": try write([UInt8](repeating: 9, count: 100), to: bench.inPool(3))
        case "short": try write([3], to: bench.inPool(3))
        case "manifest":
            var bytes = Array(FileManager().contents(atPath: place + "/manifest") ?? Data())
            bytes[40] ^= 1
            try write(bytes, to: place + "/manifest")
        case "dump": try write(Array("dump 7".utf8), to: place + "/database.dump")
        case "dump gone": try remove(place + "/database.dump")
        default: break
        }
        #expect(try bench.check().wrong == 1)
        #expect(bench.told.map(\.kind) == [expected])
    }

    @Test func `older backups go, with the files that only they had`() throws {
        let first = try bench.back()
        try bench.database.delete(track(1), now: bench.clock.now())
        bench.clock.advance(seconds: 86_400)
        try bench.collection.run(applies: true) { _ in }
        let second = try bench.back(keeping: 2)
        #expect(second.removedSets == 0 && second.files == 3)
        #expect(FileManager().fileExists(atPath: bench.inPool(1)))
        let third = try bench.back(keeping: 2)
        #expect(third.removedSets == 1 && third.removedFiles == 1 && third.removedBytes == 100)
        #expect(bench.told == [BackupEvent(.removed, set: first.set)])
        #expect(!FileManager().fileExists(atPath: bench.inPool(1)))
        #expect(try bench.check().sets.map(\.set) == [second.set, third.set])
    }

    /// A clock may have been a year ahead when an earlier backup was made.
    @Test func `a backup is the newest, and stays, whatever the clock said before`() throws {
        bench.clock.advance(seconds: 365 * 86_400)
        let ahead = try bench.back().set
        bench.clock.advance(seconds: -366 * 86_400)
        try bench.add(5...5)
        let second = try bench.back(keeping: 2)
        #expect(second.removedSets == 0)
        let third = try bench.back(keeping: 2)
        #expect(third.removedSets == 1 && third.files == 5)
        #expect(bench.told == [BackupEvent(.removed, set: ahead)])
        #expect(try bench.check().sets.map(\.set) == [second.set, third.set])
        let other = try BackupBench(in: directory.path + "/b", dumps: bench.dumps)
        #expect(try other.restore(bench).set.set == third.set)
    }

    private func track(_ seed: UInt8) throws -> TrackID {
        let hash = BackupBench.content(seed).hash
        return try #require(try bench.stores.tracks.holding(hash)).track
    }

    /// PL1.
    @Test func `a storage that is gone or empty makes no backup and removes none`() throws {
        _ = try bench.back()
        for script in [{ try self.remove(self.bench.storage + "/VELODY") }, empty] {
            try script()
            do {
                _ = try bench.back(keeping: 1)
                Issue.record("a backup was made of nothing")
            } catch {
                #expect(error.retryAfter != nil)
            }
            #expect(try bench.check().sets.count == 1)
            #expect(try bench.check().wrong == 0)
            try write([], to: bench.storage + "/VELODY")
        }
    }

    /// PL1.
    @Test func `a library that lost more than half removes no older backup`() throws {
        let first = try bench.back()
        let other = try BackupBench(in: directory.path + "/a", dumps: bench.dumps)
        _ = try StorageBond(other.stores.state, other.resources.blobs).adopt(isCertain: true)
        try other.add(4...4)
        other.clock.advance(seconds: 3_600)
        let second = try other.back(keeping: 1)
        #expect(second.isSuspicious && second.removedSets == 0)
        #expect(try bench.check().sets.map(\.set) == [first.set, second.set])
    }

    private func empty() throws {
        try remove(bench.storage + "/library/audio")
        try FileManager().createDirectory(
            atPath: bench.storage + "/library/audio", withIntermediateDirectories: false)
    }

    @Test func `a backup that breaks off is none, and the next one clears it away`() throws {
        bench.dumps.faults.fail(with: DumpError(.failed, "disk full"))
        #expect(throws: ServiceError.self) { try bench.back() }
        #expect(throws: ServiceError.self) { try bench.check() }
        bench.database.faults.fail("confirm()", with: StoreError(.unavailable, "lost"))
        #expect(throws: ServiceError.self) { try bench.back() }
        #expect(throws: ServiceError.self) { try bench.check() }
        _ = try bench.back()
        #expect(try FileManager().contentsOfDirectory(atPath: bench.backups + "/sets").count == 1)
        #expect(try bench.check().wrong == 0)
    }

    @Test func `nothing is collected while a backup is being made, and the other way round`()
        throws
    {
        let snapshots = bench.database.makeSnapshots()
        let hold = try snapshots.hold()
        #expect(throws: ServiceError.self) { try bench.collection.run(applies: true) { _ in } }
        try bench.collection.run(applies: false) { _ in }
        hold.release()
        let turn = try #require(try snapshots.reserveCollecting())
        #expect(throws: ServiceError.self) { try bench.back() }
        turn.release()
        _ = try bench.back()
        try bench.collection.run(applies: true) { _ in }
    }

    @Test func `a directory with something else, or within the storage, is refused`() throws {
        try FileManager().createDirectory(
            atPath: bench.backups, withIntermediateDirectories: false)
        try write([1], to: bench.backups + "/holiday.jpg")
        #expect(throws: ServiceError.self) { try bench.back() }
        #expect(try FileManager().contentsOfDirectory(atPath: bench.backups) == ["holiday.jpg"])
        let shelf = FileBackupShelf(of: bench.root, cryptography: bench.resources.cryptography)
        #expect(throws: StorageError.self) { try shelf.write(bench.storage + "/backups") }
    }

    @Test func `a directory behind a symbolic link is taken for what it is`() throws {
        let shelf = FileBackupShelf(of: bench.root, cryptography: bench.resources.cryptography)
        let link = directory.path + "/link"
        try FileManager().createSymbolicLink(
            atPath: link, withDestinationPath: bench.storage + "/library")
        #expect(throws: StorageError.self) { try shelf.write(link + "/backups") }
        let names = try FileManager().contentsOfDirectory(atPath: bench.storage + "/library")
        #expect(Set(names) == ["audio", "artwork"])
        try remove(link)
        try FileManager().createSymbolicLink(atPath: link, withDestinationPath: directory.path)
        bench.backups = link + "/backups"
        #expect(try bench.back().files == 4)
        #expect(try bench.check().wrong == 0)
    }

    @Test func `one writes, or several read`() throws {
        _ = try bench.back()
        let shelf = FileBackupShelf(of: bench.root, cryptography: bench.resources.cryptography)
        let reader = try shelf.read(bench.backups)
        #expect(try bench.check().wrong == 0)
        #expect(throws: ServiceError.self) { try bench.back() }
        withExtendedLifetime(reader) {}
    }
}
