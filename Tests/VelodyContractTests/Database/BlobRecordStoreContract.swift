import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``BlobRecordStore``, clause by clause, and what the other ports promise of its notes.
    @Suite struct BlobRecordStoreContract {
        private let later = LibraryWriter.now.advanced(bySeconds: 100)

        /// A library with one song, content 1, which shows the picture of content 2.
        private struct Library {
            let database: TestDatabase
            let stores: Stores
            let records: any BlobRecordStore
            let writer: LibraryWriter
            let track: TrackID

            init(_ adapter: DatabaseAdapter) throws {
                database = try adapter.makeDatabase()
                stores = database.makeStores()
                records = database.makeRecords()
                writer = try LibraryWriter(registeredIn: stores)
                track = try writer.publish(1, artwork: writer.artwork(2), in: stores).track
            }

            func events() throws -> Int64 { try stores.state.state().lastEventID }

            func hash(_ seed: UInt8) -> ContentHash { writer.hash(seed) }
        }

        private func limits(_ moment: Timestamp) -> CollectionLimits {
            CollectionLimits(deletedBefore: moment, supersededBefore: moment)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `audio and pictures are told, each in its bucket, and counted`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            #expect(try library.records.count() == 2)
            for seed: UInt8 in 1...2 {
                let hash = library.hash(seed)
                let record = try #require(try library.records.record(of: hash))
                #expect(record.content.hash == hash)
                #expect(record.content.type == (seed == 1 ? .mp3 : .png))
                #expect(record.damage == nil)
                #expect(try library.records.records(in: hash.bytes[0]).contains(record))
                #expect(
                    try library.records.records(in: hash.bytes[0] &+ 1).contains(record) == false)
            }
            #expect(try library.records.record(of: library.hash(3)) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `audio is heard of by a record, by one that was collected, and by an upload`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            _ = try library.stores.uploads.open(library.writer.newSession(7))
            let heard = try library.records.heard(among: (1...7).map { library.hash($0) })
            #expect(heard == [library.hash(1), library.hash(7)])
            #expect(try library.records.heard(among: []) == [])
            try library.database.delete(library.track, LibraryWriter.now)
            #expect(
                try library.records.collect(library.hash(1), within: limits(later), now: later))
            #expect(try library.records.heard(among: [library.hash(1)]) == [library.hash(1)])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `damage is noted, counted, and taken away, without an event`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            for damage in Damage.allCases {
                try library.records.markDamaged(library.hash(1), as: damage, now: later)
                #expect(try library.records.record(of: library.hash(1))?.damage == damage)
            }
            #expect(try library.stores.state.damagedBlobs() == 1)
            for _ in 1...2 { try library.records.clearDamage(of: library.hash(1)) }
            #expect(try library.records.record(of: library.hash(1))?.damage == nil)
            #expect(try library.stores.state.damagedBlobs() == 0)
            #expect(try library.events() == 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `damaged content is held but not sound, is not reused, and publishing heals it`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            for seed: UInt8 in 1...2 {
                try library.records.markDamaged(library.hash(seed), as: .wrongHash, now: later)
            }
            #expect(try library.stores.tracks.holding(library.hash(1))?.isSound == false)
            #expect(
                try library.stores.tracks.reuse(library.hash(1), for: nil, now: later) == nil)
            let result = try library.writer.publish(
                1, artwork: library.writer.artwork(2), at: later, in: library.stores)
            #expect(result.track == library.track)
            #expect(!result.created)
            #expect(try library.stores.tracks.holding(library.hash(1))?.isSound == true)
            #expect(try library.stores.state.damagedBlobs() == 0)
            #expect(try library.events() == 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `only audio deleted before the limit is collectable, and its record stays`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let after = limits(later.advanced(bySeconds: 1))
            #expect(try library.records.collectable(after) == [])
            #expect(try !library.records.collect(library.hash(1), within: after, now: later))
            try library.database.delete(library.track, later)
            #expect(try library.records.collectable(limits(later)) == [])
            #expect(
                try library.records.collectable(after).map(\.reason) == [.deletedTrack])
            let events = try library.events()
            #expect(try library.records.collect(library.hash(1), within: after, now: later))
            #expect(try !library.records.collect(library.hash(1), within: after, now: later))
            #expect(try library.records.record(of: library.hash(1)) == nil)
            #expect(try library.records.count() == 1)
            #expect(try library.records.collectable(after) == [])
            #expect(try library.events() == events)
            #expect(try library.stores.tracks.find(library.track)?.status == .deleted)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a collected track is neither restored nor reused, but published again`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            try library.database.delete(library.track, later)
            let after = limits(later.advanced(bySeconds: 1))
            try library.records.markDamaged(library.hash(1), as: .missing, now: later)
            #expect(try library.records.collect(library.hash(1), within: after, now: later))
            #expect(try library.stores.state.damagedBlobs() == 0)
            let restored = try library.stores.edits.restore(
                library.track, isExpected: { _ in true }, now: later)
            #expect(restored == .collected)
            #expect(
                try library.stores.tracks.reuse(library.hash(1), for: nil, now: later) == nil)
            let result = try library.writer.publish(1, at: later, in: library.stores)
            #expect(result.track == library.track)
            #expect(try library.stores.tracks.find(library.track)?.status == .active)
            #expect(try library.records.record(of: library.hash(1)) != nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `superseded audio and pictures that nobody shows go, what is shown stays`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            _ = try library.writer.publish(
                3, artwork: library.writer.artwork(4), for: library.track, at: later,
                in: library.stores)
            #expect(
                try library.records.collectable(limits(LibraryWriter.now)) == [])
            let after = limits(later.advanced(bySeconds: 1))
            let found = try library.records.collectable(after)
            let reasons = Dictionary(
                uniqueKeysWithValues: found.map { ($0.content.hash, $0.reason) })
            #expect(
                reasons == [library.hash(1): .superseded, library.hash(2): .unusedPicture])
            for seed: UInt8 in 1...4 {
                let isCollected = try library.records.collect(
                    library.hash(seed), within: after, now: later)
                #expect(isCollected == (seed <= 2))
            }
            #expect(try library.records.count() == 2)
            #expect(try library.stores.tracks.holding(library.hash(1))?.isSound == false)
            let back = try library.writer.publish(
                1, for: library.track, at: later.advanced(bySeconds: 5), in: library.stores)
            #expect(back.track == library.track)
            #expect(try library.stores.tracks.holding(library.hash(1))?.isSound == true)
        }
    }
}
