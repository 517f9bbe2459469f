import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Which storage a library takes for its own, and what it does where another one lies in its place.
@Suite struct StorageBondTests {
    private let server: MemoryServer
    private let other: MemoryStorage
    /// The same library where another storage lies in the place of its own.
    private let swapped: MemoryServer

    init() throws {
        server = try MemoryServer()
        other = MemoryStorage(clock: server.clock)
        swapped = server.over(other)
    }

    private func bond(_ server: MemoryServer) -> StorageBond {
        StorageBond(server.database.makeStores().state, server.resources.blobs)
    }

    private func taken() throws -> StorageID? {
        try server.database.makeStores().state.storage()
    }

    /// As it was before storages had identities.
    private func forget(_ identities: [MemoryStorage]) {
        server.database.forgetStorage()
        for storage in identities { storage.forgetIdentity() }
    }

    /// Copies a song's file.
    private func copy(_ bytes: [UInt8], to storage: MemoryStorage) {
        storage.damage(server.content(bytes), bytes)
    }

    @Test func `a new library takes its storage once, and no other afterwards`() throws {
        try bond(server).require()
        let own = try #require(try taken())
        #expect(try server.storage.blobs.identity() == own)
        try bond(server).require()
        #expect(refusal { try bond(swapped).require() }?.code == .unavailable)
        #expect(try taken() == own)
        #expect(try other.blobs.identity() == nil)
    }

    /// PL1.
    @Test func `what belongs to another library takes no song, and nothing is written to it`()
        throws
    {
        try server.upload([1, 2])
        let open = try server.append(ScriptedBody([[3, 4]]), to: server.open([3, 4, 5]).id)
        let stranger = try MemoryServer()
        try stranger.upload([9])
        let there = server.over(stranger.storage)
        let names = stranger.storage.blobNames
        #expect(refusal { try there.upload([8, 9]) }?.code == .unavailable)
        #expect(refusal { _ = try there.put(ScriptedBody([[8, 9]])) }?.retryAfter == 30)
        #expect(refusal { _ = try there.append(ScriptedBody([[5]]), at: 2, to: open.id) } != nil)
        #expect(stranger.storage.blobNames == names && stranger.storage.partCount == 0)
        #expect(try server.session(open.id).offset == 2)
        _ = try server.append(ScriptedBody([[5]]), at: 2, to: open.id)
        #expect(try server.finalize(open.id).isNew)
        #expect(try stranger.upload([7]).isNew)
    }

    /// PL1.
    @Test func `a storage that is swapped before finalizing takes no song`() throws {
        let whole = try server.send([6, 7])
        for _ in 1...2 {
            #expect(refusal { _ = try swapped.finalize(whole.id) } != nil)
        }
        #expect(other.blobNames == [])
        #expect(try server.finalize(whole.id).isNew)
    }

    /// PL1.
    @Test func `over another library's storage nothing is collected, noted or repaired`() throws {
        let track = try server.upload([1, 2]).track.id
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 400 * 86_400)
        // Even where the very song lies there too.
        copy([1, 2], to: other)
        other.put([5], at: "audio/aa/aa/stray.mp3")
        _ = try other.blobs.identify()
        let names = other.blobNames
        var options = VerifyService.Options()
        options.repairs = true
        let records = server.database.makeRecords()
        #expect(
            refusal { try swapped.collection(over: other).run(applies: true) { _ in } }?.retryAfter
                != nil)
        #expect(
            refusal {
                _ = try swapped.verification(over: other).run(options) { _ in
                } advance: { _ in
                }
            }?
            .detail == "The storage belongs to another library.")
        #expect(other.blobNames == names)
        #expect(try records.count() == 1)
        #expect(try server.database.makeStores().state.damagedBlobs() == 0)
    }

    /// PL1.
    @Test func `health says whose it is not, and leaves no mark on it`() throws {
        try server.upload([1])
        copy([1], to: other)
        let vitals = LibraryVitals()
        let state = server.database.makeStores().state
        _ = HealthChecks.database(state, vitals: vitals)
        #expect(HealthChecks.storage(server.storage.blobs, vitals: vitals).isPassing)
        other.faults.fail("probe()", with: StorageError(.unexpected, "probed"))
        #expect(
            HealthChecks.storage(other.blobs, vitals: vitals)
                == HealthCheck(isPassing: false, detail: "the storage belongs to another library"))
        #expect(Surveys.database(state, clock: server.clock, vitals: vitals) == nil)
        #expect(Surveys.storage(server.storage.blobs, clock: server.clock, vitals: vitals) == nil)
        #expect(Surveys.storage(other.blobs, clock: server.clock, vitals: vitals) != nil)
    }

    /// PL1: an update comes while the disk is away, and below it lies a storage with a song of these days.
    @Test func `a library from before identities takes the storage with most of its songs`() throws
    {
        for seed: UInt8 in 1...5 { try server.upload([seed]) }
        copy([5], to: other)
        forget([server.storage, other])
        #expect(refusal { try bond(swapped).require() }?.detail.contains("lacks most") == true)
        let vitals = LibraryVitals()
        _ = HealthChecks.database(server.database.makeStores().state, vitals: vitals)
        #expect(!HealthChecks.storage(other.blobs, vitals: vitals).isPassing)
        #expect(HealthChecks.storage(server.storage.blobs, vitals: vitals).isPassing)
        #expect(try taken() == nil)
        #expect(try other.blobs.identity() == nil)
        server.storage.damage(server.content([5]), nil)
        try bond(server).require()
        #expect(try taken() == server.storage.blobs.identity())
        #expect(refusal { try bond(swapped).require() }?.code == .unavailable)
    }

    @Test func `a library without any song does not take a storage that has some`() throws {
        copy([1], to: other)
        #expect(refusal { try bond(swapped).require() }?.detail.contains("holds songs") == true)
        #expect(try taken() == nil)
        #expect(try bond(swapped).adopt(isCertain: true).storage == taken())
        try bond(swapped).require()
    }

    @Test func `who may only read takes nothing, and still knows the wrong one`() throws {
        try bond(server).confirm()
        #expect(try taken() == nil)
        try bond(server).require()
        try bond(server).confirm()
        #expect(refusal { try bond(swapped).confirm() }?.code == .unavailable)
    }

    @Test func `its owner has it adopt a copy, and another one only with certainty`() throws {
        for seed: UInt8 in 1...4 { try server.upload([seed]) }
        let own = try taken()
        copy([1], to: other)
        let doubtful = refusal { _ = try bond(swapped).adopt(isCertain: false) }
        #expect(doubtful?.code == .preconditionFailed)
        #expect(doubtful?.detail.contains("1 of 4 songs") == true)
        #expect(try taken() == own)
        for seed: UInt8 in 2...3 { copy([seed], to: other) }
        let adoption = try bond(swapped).adopt(isCertain: false)
        #expect(adoption.sought == 4 && adoption.found == 3)
        #expect(try taken() == adoption.storage)
        try bond(swapped).require()
        #expect(refusal { try bond(server).require() }?.code == .unavailable)
        #expect(try bond(server).adopt(isCertain: true).storage == own)
    }
}
