import Testing
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

/// A storage that works and is another one: what lies below a disk that is not mounted.
@Suite struct EmptyStorageTests {
    private let server: MemoryServer
    /// The same server where the disk is away.
    private let below: MemoryServer

    /// A library of one song.
    init() throws {
        server = try MemoryServer()
        try server.upload([1, 2])
        var below = server
        let other = MemoryStorage(clock: server.clock)
        below.resources = Resources(
            parts: other.parts, blobs: other.blobs, inspector: server.inspector,
            clock: server.clock, cryptography: server.resources.cryptography,
            hashing: server.resources.hashing)
        self.below = below
    }

    /// PL1.
    @Test func `it takes no song, and costs no upload its bytes`() throws {
        let open = try server.append(ScriptedBody([[3, 4]]), to: server.open([3, 4, 5]).id)
        let whole = try server.send([6, 7])
        #expect(refusal { try below.upload([8, 9]) }?.code == .unavailable)
        let patch = refusal {
            _ = try below.append(ScriptedBody([[5]]), at: 2, to: open.id)
        }
        #expect(patch?.code == .unavailable && patch?.retryAfter != nil)
        #expect(refusal { _ = try below.finalize(whole.id) }?.code == .unavailable)
        #expect(try server.session(open.id).offset == 2)
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
