import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``LibraryStateStore``, clause by clause.
    @Suite struct LibraryStateStoreContract {
        @Test(arguments: DatabaseAdapter.allCases)
        func `an empty library has no events and no tracks`(_ adapter: DatabaseAdapter) throws {
            let state = try adapter.makeDatabase().makeStores().state
            #expect(try state.state().lastEventID == 0)
            #expect(
                try state.expectation()
                    == StorageExpectation(storage: nil, hasTracks: false, songs: []))
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the newest event counts up and the epoch stays`(_ adapter: DatabaseAdapter) throws {
            let stores = try adapter.makeDatabase().makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            let epoch = try stores.state.state().epoch
            for seed: UInt8 in 1...3 {
                _ = try writer.publish(seed, in: stores)
                #expect(
                    try stores.state.state()
                        == LibraryState(epoch: epoch, lastEventID: Int64(seed)))
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `deleted tracks are tracks`(_ adapter: DatabaseAdapter) throws {
            let database = try adapter.makeDatabase()
            let stores = database.makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            try database.delete(writer.publish(1, in: stores).track, LibraryWriter.now)
            #expect(try stores.state.expectation().hasTracks)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the schema is the one this code needs`(_ adapter: DatabaseAdapter) throws {
            let state = try adapter.makeDatabase().makeStores().state
            #expect(try state.schemaVersion() == PostgresSchema.requiredVersion)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the size follows what comes, is deleted and comes back`(
            _ adapter: DatabaseAdapter
        ) throws {
            let database = try adapter.makeDatabase()
            let stores = database.makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            #expect(try stores.state.size(grownAfter: .longAgo) == LibrarySize())
            let track = try writer.publish(1, artwork: writer.artwork(9), in: stores).track
            _ = try writer.publish(2, artwork: writer.artwork(9), in: stores)
            // The second picture is the first one, and the third file the second track's.
            _ = try writer.publish(3, for: track, in: stores)
            var expected = LibrarySize()
            expected.tracks = 2
            expected.audio = .init(count: 3, bytes: 3 * LibraryWriter.size)
            expected.artwork = .init(count: 1, bytes: 10)
            expected.grownBytes = 3 * LibraryWriter.size + 10
            #expect(try stores.state.size(grownAfter: .longAgo) == expected)
            try database.delete(track, LibraryWriter.now)
            (expected.tracks, expected.deletedTracks) = (1, 1)
            #expect(try stores.state.size(grownAfter: .longAgo) == expected)
            #expect(
                try stores.edits.restore(track, isExpected: { _ in true }, now: LibraryWriter.now)
                    == .done)
            (expected.tracks, expected.deletedTracks) = (2, 0)
            expected.grownBytes = 0
            #expect(try stores.state.size(grownAfter: .farAhead) == expected)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `files are expected unless all are damaged or collected`(
            _ adapter: DatabaseAdapter
        ) throws {
            let database = try adapter.makeDatabase()
            let (stores, records) = (database.makeStores(), database.makeRecords())
            let writer = try LibraryWriter(registeredIn: stores)
            #expect(try stores.state.expectation().songs == [])
            let track = try writer.publish(1, in: stores).track
            let song = StoredContent(
                hash: writer.hash(1), type: .mp3, size: LibraryWriter.size)
            #expect(try stores.state.expectation().songs == [song])
            try records.markDamaged(writer.hash(1), as: .missing, now: LibraryWriter.now)
            #expect(try stores.state.expectation().songs == [])
            try records.clearDamage(of: writer.hash(1))
            try database.delete(track, LibraryWriter.now)
            #expect(try stores.state.expectation().songs == [song])
            let limits = CollectionLimits(deletedBefore: .farAhead, supersededBefore: .longAgo)
            #expect(try records.collect(writer.hash(1), within: limits, now: LibraryWriter.now))
            let rest = try stores.state.expectation()
            #expect(rest.songs == [] && rest.hasTracks)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `songs that are expected are the same ones each time, and no more than asked for`(
            _ adapter: DatabaseAdapter
        ) throws {
            let stores = try adapter.makeDatabase().makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            let count = UInt8(StorageExpectation.sample)
            for seed in 1...count { _ = try writer.publish(seed, in: stores) }
            let all = try stores.state.expectation().songs
            #expect(Set(all.map(\.hash)) == Set((1...count).map { writer.hash($0) }))
            #expect(all.allSatisfy { $0.size == LibraryWriter.size && $0.type == .mp3 })
            _ = try writer.publish(count + 1, in: stores)
            let more = try stores.state.expectation().songs
            #expect(
                more.count == all.count && more.filter { all.contains($0) }.count >= all.count - 1)
            #expect(try stores.state.expectation().songs == more)
        }

        /// PL1.
        @Test(arguments: DatabaseAdapter.allCases)
        func `a storage is taken once, however many try at once, and adopted at will`(
            _ adapter: DatabaseAdapter
        ) async throws {
            let database = try adapter.makeDatabase()
            #expect(try database.makeStores().state.storage() == nil)
            let taken = await withTaskGroup { group in
                for _ in 1...4 {
                    group.addTask { try? database.makeStores().state.take(StorageID(UUID())) }
                }
                return await group.reduce(into: Set<StorageID?>()) { $0.insert($1) }
            }
            let state = database.makeStores().state
            let own = try #require(try state.storage())
            #expect(taken == [own])
            let other = StorageID(UUID())
            try state.adopt(other)
            #expect(try state.storage() == other)
            #expect(try state.expectation().storage == other)
            #expect(try state.take(own) == other)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `what is collected counts no more, until it comes back`(
            _ adapter: DatabaseAdapter
        ) throws {
            let database = try adapter.makeDatabase()
            let stores = database.makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            let track = try writer.publish(1, in: stores).track
            try database.delete(track, LibraryWriter.now)
            let limits = CollectionLimits(deletedBefore: .farAhead, supersededBefore: .longAgo)
            let records = database.makeRecords()
            #expect(try records.collect(writer.hash(1), within: limits, now: LibraryWriter.now))
            #expect(try stores.state.size(grownAfter: .longAgo).audio == .init())
            _ = try writer.publish(1, in: stores)
            let size = try stores.state.size(grownAfter: .longAgo)
            #expect(size.audio == .init(count: 1, bytes: LibraryWriter.size))
            #expect(size.tracks == 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `uploads are open until they are finished or expired`(
            _ adapter: DatabaseAdapter
        ) throws {
            let stores = try adapter.makeDatabase().makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            for seed: UInt8 in 1...2 {
                _ = try stores.uploads.open(writer.newSession(seed))
            }
            _ = try writer.publish(3, in: stores)
            #expect(try stores.state.openUploads(now: LibraryWriter.now) == 2)
            #expect(try stores.state.openUploads(now: .farAhead) == 0)
        }
    }
}

extension Timestamp {
    fileprivate static let longAgo = Timestamp(microseconds: 0).advanced(bySeconds: -86_400)
    fileprivate static let farAhead = Timestamp.fourDigitYears.upperBound
}
