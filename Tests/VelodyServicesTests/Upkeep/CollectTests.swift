import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// Removing what nobody needs.
@Suite struct CollectTests {
    private static let day = 86_400
    private let server: MemoryServer
    private let track: TrackID

    /// A library with two songs, the second of which stays.
    init() throws {
        server = try MemoryServer()
        track = try server.upload([1, 2]).track.id
        try server.upload([3, 4])
    }

    @discardableResult private func collect(applies: Bool = true) throws -> [Collected] {
        var items: [Collected] = []
        try server.collection.run(applies: applies) { items.append($0) }
        return items
    }

    private func isThere(_ bytes: [UInt8]) -> Bool {
        server.storage.blob(server.content(bytes)) != nil
    }

    @Test func `a library that is in use loses nothing, however old it is`() throws {
        server.clock.advance(seconds: 1_000 * Self.day)
        #expect(try collect() == [])
        #expect(isThere([1, 2]) && isThere([3, 4]))
    }

    @Test func `the audio of a deleted track goes after 90 days, and its tombstone stays`() throws {
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 90 * Self.day)
        #expect(try collect() == [])
        server.clock.advance(seconds: 1)
        let events = try server.events()
        #expect(try collect(applies: false).map(\.kind) == [.deletedTrack])
        #expect(isThere([1, 2]))
        #expect(try collect().map(\.kind) == [.deletedTrack])
        #expect(!isThere([1, 2]))
        #expect(isThere([3, 4]))
        #expect(try collect() == [])
        #expect(try server.events() == events)
        #expect(try server.library.track(track).status == .deleted)
        #expect(
            refusal { _ = try server.library.restore(track) }?.code == .gone)
    }

    @Test func `what was collected comes back as the same track when it is uploaded again`() throws
    {
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 91 * Self.day)
        try collect()
        let again = try server.upload([1, 2])
        #expect(again.track.id == track)
        #expect(again.track.status == .active)
        #expect(isThere([1, 2]))
    }

    @Test func `a track that was restored in time keeps its audio`() throws {
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 89 * Self.day)
        _ = try server.uploads.prepare(server.announcement([1, 2]), device: server.device.id)
        server.clock.advance(seconds: 89 * Self.day)
        #expect(try collect() == [])
        #expect(isThere([1, 2]))
    }

    @Test func `superseded audio goes after 30 days`() throws {
        try server.upload([5, 6], for: track)
        server.clock.advance(seconds: 30 * Self.day)
        #expect(try collect() == [])
        server.clock.advance(seconds: 1)
        #expect(try collect().map(\.kind) == [.superseded])
        #expect(!isThere([1, 2]))
        #expect(isThere([5, 6]))
        // And becomes primary again when it is uploaded again.
        #expect(try server.upload([1, 2], for: track).track.id == track)
        #expect(isThere([1, 2]))
    }

    @Test func `an orphan goes once it is a day old, with a name that was to replace one`() throws {
        // As a finalize leaves it that was broken off before its commit.
        let upload = try server.send([9]).id
        let name = server.storage.blobs.location(of: server.content([9]))
        server.storage.put([9], at: name)
        try server.storage.parts.remove(upload)
        let beside =
            "audio/\(server.hash([9]).hex.prefix(2))/xx/.\(UploadID(random: [UInt8](repeating: 7, count: 16)))"
        server.storage.put([8], at: beside)
        server.storage.put([8], at: "audio/notes.txt")
        server.clock.advance(seconds: Self.day)
        #expect(try collect() == [])
        server.clock.advance(seconds: 1)
        #expect(try collect().map(\.kind) == [.orphan, .orphan])
        #expect(!isThere([9]))
        #expect(server.storage.blobNames.contains("audio/notes.txt"))
    }

    /// PL1: a database that was brought back from before it came.
    @Test func `a song that the database never heard of stays, and pictures beside it`() throws {
        let picture = StoredContent(hash: server.hash([8]), type: .jpeg, size: 1)
        server.storage.put([9], at: server.storage.blobs.location(of: server.content([9])))
        server.storage.put([8], at: server.storage.blobs.location(of: picture))
        server.clock.advance(seconds: 400 * Self.day)
        #expect(try collect().map(\.kind) == [.unknown, .unknown])
        #expect(isThere([9]))
        #expect(server.storage.blob(picture) == [8])
        var items: [Collected] = []
        try server.collection.run(applies: true, takesUnknown: true) { items.append($0) }
        #expect(items.map(\.kind) == [.orphan, .orphan])
        #expect(!isThere([9]))
    }

    /// PL1.
    @Test func `an empty database costs the library no file`() throws {
        let fresh = MemoryDatabase()
        let uploads = UploadService(
            stores: fresh.makeStores(), resources: server.resources, policy: server.policy)
        let collection = CollectService(
            uploads: uploads, records: fresh.makeRecords(), snapshots: fresh.makeSnapshots(),
            inventory: server.storage.inventory, quarantine: server.storage.quarantine,
            policy: CollectionPolicy())
        server.clock.advance(seconds: 400 * Self.day)
        #expect(refusal { try collection.run(applies: true) { _ in } }?.code == .unavailable)
        try fresh.makeStores().state.adopt(server.storage.blobs.identify())
        let error = refusal { try collection.run(applies: true) { _ in } }
        #expect(error?.code == .internal)
        #expect(error?.detail.contains("nothing is removed") == true)
        #expect(isThere([1, 2]) && isThere([3, 4]))
    }

    /// PL1.
    @Test func `a database of other songs costs the library no file, however many it knows`() throws
    {
        let other = try MemoryServer()
        for seed: UInt8 in 1...9 { try other.upload([seed, 100]) }
        let uploads = UploadService(
            stores: other.database.makeStores(), resources: server.resources, policy: server.policy)
        let collection = CollectService(
            uploads: uploads, records: other.database.makeRecords(),
            snapshots: other.database.makeSnapshots(), inventory: server.storage.inventory,
            quarantine: server.storage.quarantine, policy: CollectionPolicy())
        server.clock.advance(seconds: 400 * Self.day)
        #expect(refusal { try collection.run(applies: true) { _ in } }?.code == .unavailable)
        try other.database.makeStores().state.adopt(server.storage.blobs.identify())
        for applies in [false, true] {
            let error = refusal { try collection.run(applies: applies) { _ in } }
            #expect(error?.code == .internal)
        }
        #expect(isThere([1, 2]) && isThere([3, 4]))
    }

    /// PL1.
    @Test func `a storage that is gone is unavailable, and no record changes`() throws {
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 91 * Self.day)
        server.storage.faults.fail(
            isLasting: true, with: StorageError(.unavailable, "not a storage root"))
        #expect(refusal { try collect() }?.code == .unavailable)
        server.storage.faults.heal()
        #expect(try server.database.makeRecords().count() == 2)
    }

    /// PL1.
    @Test func `a storage that is empty costs no record`() throws {
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 91 * Self.day)
        for bytes: [UInt8] in [[1, 2], [3, 4]] {
            server.storage.damage(server.content(bytes), nil)
        }
        #expect(refusal { try collect() }?.code == .unavailable)
        #expect(try server.database.makeRecords().count() == 2)
    }

    /// PL1.
    @Test func `a storage that only reads costs no record`() throws {
        server.database.delete(track, now: server.clock.now())
        server.clock.advance(seconds: 91 * Self.day)
        server.storage.faults.fail(
            "inventory.requireRemovable(_:)", with: StorageError(.unavailable, "EROFS"))
        #expect(refusal { try collect() }?.code == .unavailable)
        #expect(try server.database.makeRecords().count() == 2)
        #expect(try collect().map(\.kind) == [.deletedTrack])
    }

    @Test func `an expired upload and a part without a session go, a running one stays`() throws {
        let expired = try server.open([7, 7])
        let stray = UploadID(random: [UInt8](repeating: 9, count: 16))
        let held = UploadID(random: [UInt8](repeating: 8, count: 16))
        for id in [stray, held] { try server.storage.parts.create(id) }
        server.clock.advance(seconds: Self.day + 1)
        let running = try server.open([8, 8])
        let part = try server.storage.parts.lock(held, patience: 0)
        #expect(
            Set(try collect(applies: false).map(\.name))
                == [expired.id.description, stray.description, held.description])
        #expect(server.storage.partCount == 4)
        #expect(Set(try collect().map(\.name)) == [expired.id.description, stray.description])
        #expect(server.storage.part(running.id) == [])
        #expect(server.storage.part(held) == [])
        withExtendedLifetime(part) {}
    }

    @Test func `old refused files and what broken-off requests left go`() throws {
        server.inspector.answer(
            .success(InspectionReport(verdict: .reject(reason: "zip"), detectedType: "a/zip")))
        let id = try server.send([7]).id
        _ = refusal { _ = try server.finalize(id) }
        server.storage.put([1, 2, 3], at: "x.tmp", isTemporary: true)
        server.clock.advance(seconds: Self.day + 1)
        #expect(try collect().map(\.kind) == [.temporary])
        server.clock.advance(seconds: 89 * Self.day)
        #expect(try collect() == [Collected(kind: .quarantined, name: id.description, size: 1)])
        #expect(server.storage.quarantined(id) == nil)
        #expect(try server.session(id).status == .rejected)
    }

    @Test func `broken off anywhere, no active track is without its file, and repeating ends it`()
        throws
    {
        for calls in 0..<40 {
            let server = try MemoryServer()
            let track = try server.upload([1, 2]).track.id
            try server.upload([3, 4])
            server.database.delete(track, now: server.clock.now())
            server.clock.advance(seconds: 91 * Self.day)
            // Of each bucket it asks once: what comes after them is what counts.
            server.storage.faults.fail(
                after: 256 + calls, with: StorageError(.unavailable, "EIO"))
            let isBroken = (try? server.collection.run(applies: true) { _ in }) == nil
            server.storage.faults.heal()
            server.clock.advance(seconds: 2 * Self.day)
            try server.collection.run(applies: true) { _ in }
            #expect(server.storage.blob(server.content([1, 2])) == nil, "\(calls)")
            #expect(server.storage.blob(server.content([3, 4])) == [3, 4])
            if !isBroken { return }
        }
        Issue.record("it never got through")
    }
}
