import Testing
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``TrackStore``'s reading and locking, clause by clause.
    @Suite struct TrackStoreContract {
        private let later = LibraryWriter.now.advanced(bySeconds: 100)

        private func arrange(
            _ adapter: DatabaseAdapter
        ) throws -> (database: TestDatabase, stores: Stores, writer: LibraryWriter) {
            let database = try adapter.makeDatabase()
            let stores = database.makeStores()
            return (database, stores, try LibraryWriter(registeredIn: stores))
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a track is found as it was published, odd texts too`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (_, stores, writer) = try arrange(adapter)
            var metadata = TrackMetadata()
            metadata.title = #"quote " back\slash {brace} ' ; -- % 🎵 日本"#
            metadata.artists = [#"a,"b""#, #"\"#, "{}", "NULL", "", "é"]
            metadata.year = 1999
            let publication = try writer.receive(
                1, metadata, artwork: writer.artwork(2), in: stores)
            let result = try stores.tracks.publish(publication)
            let expected = Track(
                id: publication.newTrack, version: 1, metadata: metadata, status: .active,
                createdAt: LibraryWriter.now, updatedAt: LibraryWriter.now, deletedAt: nil,
                audio: publication.asset, artwork: publication.artwork)
            #expect(try stores.tracks.find(result.track) == expected)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a deleted track is found, an unknown one is not`(_ adapter: DatabaseAdapter) throws {
            let (database, stores, writer) = try arrange(adapter)
            let track = try writer.publish(1, in: stores).track
            try database.delete(track, later)
            let found = try #require(try stores.tracks.find(track))
            #expect(found.status == .deleted)
            #expect(found.deletedAt == later)
            #expect(found.version == 2)
            let nobody = TrackID(random: writer.cryptography.randomBytes(16))
            #expect(try stores.tracks.find(nobody) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `content is known with its asset and track, also once it is superseded`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (_, stores, writer) = try arrange(adapter)
            let publication = try writer.receive(1, in: stores)
            _ = try stores.tracks.publish(publication)
            let expected = Holding(track: publication.newTrack, asset: publication.asset)
            #expect(try stores.tracks.holding(writer.hash(1)) == expected)
            _ = try writer.publish(2, for: publication.newTrack, in: stores)
            #expect(try stores.tracks.holding(writer.hash(1)) == expected)
            #expect(try stores.tracks.holding(writer.hash(3)) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a picture is found by its identifier`(_ adapter: DatabaseAdapter) throws {
            let (_, stores, writer) = try arrange(adapter)
            let picture = writer.artwork(1)
            _ = try writer.publish(1, artwork: picture, in: stores)
            #expect(try stores.tracks.artwork(picture.id) == picture)
            #expect(try stores.tracks.artwork(writer.artwork(2).id) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a locked content keeps others waiting until it is released`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (database, stores, writer) = try arrange(adapter)
            let impatient = database.makeStores(lockPatience: 0.05)
            let held = try stores.tracks.lock(writer.hash(1))
            let error = #expect(throws: StoreError.self) {
                try impatient.tracks.lock(writer.hash(1))
            }
            #expect(error?.code == .unavailable)
            try impatient.tracks.lock(writer.hash(2)).release()
            held.release()
            try impatient.tracks.lock(writer.hash(1)).release()
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `who waits gets the lock when it is released`(_ adapter: DatabaseAdapter) async throws
        {
            let (database, stores, writer) = try arrange(adapter)
            let held = try stores.tracks.lock(writer.hash(1))
            async let waited: Void = Task.detached {
                try database.makeStores().tracks.lock(writer.hash(1)).release()
            }.value
            held.release()
            try await waited
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `one store may hold two contents at once`(_ adapter: DatabaseAdapter) throws {
            let (_, stores, writer) = try arrange(adapter)
            let song = try stores.tracks.lock(writer.hash(1))
            let picture = try stores.tracks.lock(writer.hash(2))
            picture.release()
            song.release()
        }
    }
}
