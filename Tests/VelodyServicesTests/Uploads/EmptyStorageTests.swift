import Testing
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

/// A storage that works, and is not what it was: empty, though its identity says that it is the right one.
@Suite struct EmptyStorageTests {
    private let server: MemoryServer
    /// The same server where the disk is away.
    private let below: MemoryServer

    /// A library of one song.
    init() throws {
        server = try MemoryServer()
        try server.upload([1, 2])
        let other = MemoryStorage(clock: server.clock)
        below = server.over(other)
        try server.database.makeStores().state.adopt(other.blobs.identify())
    }

    /// PL1.
    @Test func `it takes no song, and costs no upload its bytes`() throws {
        let state = server.database.makeStores().state
        try state.adopt(server.storage.blobs.identify())
        let open = try server.append(ScriptedBody([[3, 4]]), to: server.open([3, 4, 5]).id)
        let whole = try server.send([6, 7])
        try state.adopt(below.resources.blobs.identify())
        #expect(refusal { try below.upload([8, 9]) }?.code == .unavailable)
        let patch = refusal {
            _ = try below.append(ScriptedBody([[5]]), at: 2, to: open.id)
        }
        #expect(patch?.code == .unavailable && patch?.retryAfter != nil)
        #expect(refusal { _ = try below.finalize(whole.id) }?.code == .unavailable)
        #expect(try server.session(open.id).offset == 2)
        try state.adopt(server.storage.blobs.identify())
        _ = try server.append(ScriptedBody([[5]]), at: 2, to: open.id)
        #expect(try server.finalize(open.id).isNew)
        #expect(try server.finalize(whole.id).isNew)
        #expect(try server.events() == 3)
    }

    @Test func `once all songs are noted as missing, it is filled again`() throws {
        let records = server.database.makeRecords()
        try records.markDamaged(server.hash([1, 2]), as: .missing, now: server.clock.now())
        try below.upload([1, 2])
        try below.upload([8, 9])
        #expect(try server.events() == 2)
    }
}
