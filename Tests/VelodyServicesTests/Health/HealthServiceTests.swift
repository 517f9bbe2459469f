import Synchronization
import Testing
import VelodyDomain
import VelodyRuntime
import VelodyServices
import VelodyTesting

/// Whether the server can do its work.
@Suite struct HealthServiceTests {
    private let database = ScriptedProbe()
    private let storage = ScriptedProbe()
    private let vitals = LibraryVitals()
    private let server: MemoryServer

    init() throws { server = try MemoryServer() }

    private func report(needing schema: Int = 1) -> HealthService.Report {
        HealthService(
            database: database, storage: storage, vitals: vitals, requiredSchema: schema
        ).report()
    }

    private func checkDatabase() -> HealthCheck {
        HealthChecks.database(server.database.makeStores().state, vitals: vitals)
    }

    private func checkStorage() -> HealthCheck {
        HealthChecks.storage(server.storage.blobs, vitals: vitals)
    }

    @Test func `all is well when every check passes`() {
        #expect(checkDatabase().isPassing)
        #expect(report().isPassing)
        #expect(report().schemaVersion == 1)
    }

    @Test func `one failing check is enough`() {
        _ = checkDatabase()
        let failing = HealthCheck(isPassing: false, detail: "away")
        storage.answer(failing)
        #expect(!report().isPassing)
        #expect(report().storage == failing)
        storage.answer(HealthCheck(isPassing: true, detail: "works"))
        database.answer(failing)
        #expect(!report().isPassing)
    }

    @Test func `an unknown and an older schema fail, a newer one passes`() {
        #expect(!report().schema.isPassing)
        #expect(report().schemaVersion == nil)
        _ = checkDatabase()
        #expect(report(needing: 2).schema.detail == "migration 1 is applied, 2 is needed")
        #expect(!report(needing: 2).schema.isPassing)
        #expect(report(needing: 0).schema.isPassing)
    }

    @Test func `a database that does not answer fails and keeps what it last said`() {
        _ = checkDatabase()
        server.database.faults.fail(with: StoreError(.unavailable, "away"))
        #expect(checkDatabase() == HealthCheck(isPassing: false, detail: "away"))
        #expect(vitals.reading?.schemaVersion == 1)
    }

    @Test func `an empty storage is fine only while the library is empty`() throws {
        _ = checkDatabase()
        #expect(checkStorage().isPassing)
        try server.upload([1])
        _ = checkDatabase()
        #expect(checkStorage().isPassing)
        server.storage.damage(server.content([1]), nil)
        #expect(!checkStorage().isPassing)
    }

    /// Whoever may upload is not told that the storage fails.
    @Test func `an empty storage is fine once its owner has said that every file is lost`() throws {
        try server.upload([1])
        try server.upload([2])
        for bytes: [UInt8] in [[1], [2]] { server.storage.damage(server.content(bytes), nil) }
        _ = checkDatabase()
        #expect(checkStorage().detail == "the storage is empty although the library is not")
        #expect(refusal { try server.upload([3]) } != nil)
        var options = VerifyService.Options()
        options.believesLoss = true
        _ = try server.verification().run(options, tell: { _ in }, advance: { _ in })
        _ = checkDatabase()
        #expect(checkStorage().isPassing)
        #expect(checkStorage().detail.contains("2 files of the library are damaged"))
        // Nobody else takes it for a storage that is away either.
        options.believesLoss = false
        #expect(
            try server.verification().run(options, tell: { _ in }, advance: { _ in }).wrong == 2)
        try server.collection(over: server.storage).run(applies: true) { _ in }
        #expect(try server.upload([3]).isNew)
        _ = checkDatabase()
        #expect(checkStorage().isPassing)
        server.storage.damage(server.content([3]), nil)
        #expect(!checkStorage().isPassing)
    }

    /// Only now does the database say that none should be there.
    @Test func `a storage whose last song was collected is fine all along`() throws {
        let track = try server.upload([1]).result.track
        _ = checkDatabase()
        #expect(checkStorage().isPassing)
        _ = checkDatabase()
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 400 * 86_400)
        try server.collection(over: server.storage).run(applies: true) { _ in }
        #expect(try server.storage.blobs.isEmpty())
        for _ in 1...2 {
            #expect(checkStorage().detail == "writes, reads and removes")
            _ = checkDatabase()
        }
        // One that lost them is told as soon as the database was asked.
        try server.upload([2])
        for _ in 1...2 {
            _ = checkDatabase()
            #expect(checkStorage().isPassing)
        }
        server.storage.damage(server.content([2]), nil)
        _ = (checkStorage(), checkDatabase())
        #expect(checkStorage().detail == "the storage is empty although the library is not")
    }

    /// PL1.
    @Test func `another library's storage is told as such before the database is asked`() throws {
        try server.upload([1])
        for _ in 1...2 {
            _ = checkDatabase()
            #expect(checkStorage().isPassing)
        }
        let stranger = try MemoryServer()
        try stranger.upload([9])
        stranger.storage.faults.fail("probe()", with: StorageError(.unexpected, "probed"))
        #expect(
            HealthChecks.storage(stranger.storage.blobs, vitals: vitals).detail
                == "the storage belongs to another library")
    }

    /// PL1: which storage it is, is not known then, and it is not written to.
    @Test func `while the database is too old to say which storage it is, that is not used`() {
        server.database.faults.fail(
            "expectation()", with: StoreError(.unexpected, "SQLSTATE 42703"))
        #expect(checkDatabase().isPassing)
        server.storage.faults.fail("probe()", with: StorageError(.unexpected, "probed"))
        #expect(checkStorage().detail == "the database has not said which one it is")
        _ = checkDatabase()
        #expect(checkStorage().detail == "probed")
    }

    /// PL1.
    @Test func `the first report of all knows whether songs are expected`() throws {
        try server.upload([1])
        server.storage.damage(server.content([1]), nil)
        let (records, blobs, vitals) = (server.database, server.storage.blobs, vitals)
        let service = HealthService(
            database: KeptProbe {
                HealthChecks.database(records.makeStores().state, vitals: vitals)
            },
            storage: KeptProbe { HealthChecks.storage(blobs, vitals: vitals) }, vitals: vitals,
            requiredSchema: 1)
        #expect(!service.report().storage.isPassing)
    }

    /// Looks once, when it is first asked, and keeps what it saw.
    private final class KeptProbe: HealthProbe {
        private let check: @Sendable () -> HealthCheck
        private let kept = Mutex<HealthCheck?>(nil)

        init(_ check: @escaping @Sendable () -> HealthCheck) { self.check = check }

        func result(patience: Double) -> HealthCheck {
            kept.withLock { kept in
                let result = kept ?? check()
                kept = result
                return result
            }
        }
    }

    @Test func `a busy disk has the time that the database leaves`() throws {
        _ = report()
        let ofQuick = try #require(storage.lastPatience)
        let slow = HealthService(
            database: SlowProbe(), storage: storage, vitals: vitals, requiredSchema: 1)
        _ = slow.report()
        let ofSlow = try #require(storage.lastPatience)
        #expect(ofSlow <= ofQuick - 0.3 && ofQuick <= 1.2)
    }

    /// Answers after 300 ms.
    private struct SlowProbe: HealthProbe {
        func result(patience: Double) -> HealthCheck {
            ProcessEvents.pause(milliseconds: 300)
            return HealthCheck(isPassing: true, detail: "answers")
        }
    }

    @Test func `a storage without room fails`() {
        server.storage.setRoom(0)
        #expect(!checkStorage().isPassing)
    }
}
