import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``TrackStore``'s `publish` and `reuse`, clause by clause.
    @Suite struct PublishingContract {
        private let later = LibraryWriter.now.advanced(bySeconds: 100)

        /// A library, and what is asked of it again and again.
        private struct Library {
            let database: TestDatabase
            let stores: Stores
            let writer: LibraryWriter

            init(_ adapter: DatabaseAdapter) throws {
                database = try adapter.makeDatabase()
                stores = database.makeStores()
                writer = try LibraryWriter(registeredIn: stores)
            }

            func events() throws -> Int64 { try stores.state.state().lastEventID }

            func track(_ id: TrackID) throws -> Track {
                try #require(try stores.tracks.find(id))
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `new content makes a track, one event, and closes its session`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let publication = try library.writer.receive(1, in: library.stores)
            let result = try library.stores.tracks.publish(publication)
            let expected = UploadResult(
                track: publication.newTrack, asset: publication.asset.id, created: true)
            #expect(result == expected)
            #expect(try library.events() == 1)
            let session = try library.stores.uploads.find(publication.upload)
            #expect(session?.status == .finalized)
            #expect(session?.result == expected)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a session that was taken over publishes nothing`(_ adapter: DatabaseAdapter) throws {
            let library = try Library(adapter)
            let publication = try library.writer.receive(1, in: library.stores)
            let taken = try library.stores.uploads.acquire(publication.upload)
            let error = #expect(throws: StoreError.self) {
                try library.stores.tracks.publish(publication)
            }
            #expect(error?.code == .superseded)
            #expect(try library.events() == 0)
            #expect(try !library.stores.state.expectation().hasTracks)
            #expect(try library.stores.tracks.holding(library.writer.hash(1)) == nil)
            #expect(try library.stores.uploads.find(publication.upload) == taken)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a revoked device publishes nothing`(_ adapter: DatabaseAdapter) throws {
            let library = try Library(adapter)
            let publication = try library.writer.receive(1, in: library.stores)
            _ = try library.stores.devices.revoke(library.writer.device.id, now: later)
            let error = #expect(throws: StoreError.self) {
                try library.stores.tracks.publish(publication)
            }
            #expect(error?.code == .revoked)
            #expect(try !library.stores.state.expectation().hasTracks)
            #expect(try library.stores.uploads.find(publication.upload)?.status == .complete)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the same publication twice is refused the second time`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let publication = try library.writer.receive(1, in: library.stores)
            _ = try library.stores.tracks.publish(publication)
            let error = #expect(throws: StoreError.self) {
                try library.stores.tracks.publish(publication)
            }
            #expect(error?.code == .superseded)
            #expect(try library.events() == 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a named track that does not exist is an error, and nothing is written`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            var publication = try library.writer.receive(1, in: library.stores)
            publication = Publication(
                upload: publication.upload, generation: publication.generation,
                asset: publication.asset, artwork: nil, newTrack: publication.newTrack,
                metadata: publication.metadata, existingTrack: publication.newTrack,
                now: publication.now)
            let error = #expect(throws: StoreError.self) {
                try library.stores.tracks.publish(publication)
            }
            #expect(error?.code == .noSuchTrack)
            #expect(try library.events() == 0)
            #expect(try library.stores.uploads.find(publication.upload)?.status == .complete)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `known content stays where it is, without an event, and closes the session`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let first = try library.writer.publish(1, in: library.stores)
            let other = try library.writer.publish(2, in: library.stores)
            for target in [nil, first.track, other.track] {
                let publication = try library.writer.receive(
                    1, for: target, in: library.stores)
                let again = try library.stores.tracks.publish(publication)
                #expect(
                    again == UploadResult(track: first.track, asset: first.asset, created: false))
                let session = try library.stores.uploads.find(publication.upload)
                #expect(session?.result == again)
            }
            #expect(try library.events() == 2)
            #expect(try library.track(first.track).version == 1)
        }

        /// PA2.
        @Test(arguments: DatabaseAdapter.allCases)
        func `a named track gets the new audio and picture, by one event`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let old = try library.writer.publish(
                1, artwork: library.writer.artwork(3), in: library.stores)
            let picture = library.writer.artwork(4)
            let new = try library.writer.publish(
                2, artwork: picture, for: old.track, at: later, in: library.stores)
            #expect(new.track == old.track)
            #expect(!new.created)
            let track = try library.track(old.track)
            #expect(track.audio.id == new.asset)
            #expect(track.durationMs == 3)
            #expect(track.artwork == picture)
            #expect(track.version == 2)
            #expect(track.updatedAt == later)
            #expect(try library.events() == 2)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `new audio without a picture leaves the track its own`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let picture = library.writer.artwork(3)
            let old = try library.writer.publish(1, artwork: picture, in: library.stores)
            _ = try library.writer.publish(2, for: old.track, in: library.stores)
            #expect(try library.track(old.track).artwork == picture)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `new audio brings a deleted track back`(_ adapter: DatabaseAdapter) throws {
            let library = try Library(adapter)
            let old = try library.writer.publish(1, in: library.stores)
            try library.database.delete(old.track, later)
            _ = try library.writer.publish(2, for: old.track, in: library.stores)
            #expect(try library.track(old.track).status == .active)
            #expect(try library.events() == 3)
        }

        /// PA5.
        @Test(arguments: DatabaseAdapter.allCases)
        func `pictures of the same content are one, and others never`(_ adapter: DatabaseAdapter)
            throws
        {
            let library = try Library(adapter)
            let picture = library.writer.artwork(3)
            _ = try library.writer.publish(1, artwork: picture, in: library.stores)
            let second = try library.writer.publish(
                2, artwork: library.writer.artwork(3), in: library.stores)
            #expect(try library.track(second.track).artwork == picture)
            let other = library.writer.artwork(4)
            let third = try library.writer.publish(5, artwork: other, in: library.stores)
            #expect(try library.track(third.track).artwork == other)
            #expect(other.id != picture.id)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a superseded asset becomes primary again, by one event`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let old = try library.writer.publish(1, in: library.stores)
            _ = try library.writer.publish(2, for: old.track, in: library.stores)
            let result = try library.stores.tracks.reuse(
                library.writer.hash(1), for: old.track, now: later)
            #expect(result == UploadResult(track: old.track, asset: old.asset, created: false))
            let track = try library.track(old.track)
            #expect(track.audio.id == old.asset)
            #expect(track.durationMs == 2)
            #expect(track.version == 3)
            #expect(try library.events() == 3)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a superseded asset whose track is not named changes nothing`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let old = try library.writer.publish(1, in: library.stores)
            _ = try library.writer.publish(2, for: old.track, in: library.stores)
            let before = try library.track(old.track)
            let expected = UploadResult(track: old.track, asset: old.asset, created: false)
            #expect(
                try library.stores.tracks.reuse(library.writer.hash(1), for: nil, now: later)
                    == expected)
            #expect(try library.writer.publish(1, in: library.stores) == expected)
            #expect(try library.track(old.track) == before)
            #expect(try library.events() == 2)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `reusing a deleted track's content brings it back, by one event`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let old = try library.writer.publish(1, in: library.stores)
            try library.database.delete(old.track, LibraryWriter.now)
            let result = try library.stores.tracks.reuse(
                library.writer.hash(1), for: nil, now: later)
            #expect(result?.track == old.track)
            let track = try library.track(old.track)
            #expect(track.status == .active)
            #expect(track.updatedAt == later)
            #expect(try library.events() == 3)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `reusing what is playing changes nothing`(_ adapter: DatabaseAdapter) throws {
            let library = try Library(adapter)
            let old = try library.writer.publish(1, in: library.stores)
            let before = try library.track(old.track)
            for target in [nil, old.track] {
                _ = try library.stores.tracks.reuse(
                    library.writer.hash(1), for: target, now: later)
            }
            #expect(try library.track(old.track) == before)
            #expect(try library.events() == 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `content that the library does not hold cannot be reused`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Library(adapter)
            let unknown = library.writer.hash(7)
            #expect(try library.stores.tracks.reuse(unknown, for: nil, now: later) == nil)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `many who publish the same content at once make one track`(
            _ adapter: DatabaseAdapter
        ) async throws {
            let library = try Library(adapter)
            let database = library.database
            let writers = try (1...4).map {
                try LibraryWriter(registeredIn: library.stores, name: "\($0)")
            }
            let results = try await withThrowingTaskGroup(of: UploadResult.self) { group in
                for writer in writers {
                    group.addTask {
                        let stores = database.makeStores()
                        let publication = try writer.receive(1, in: stores)
                        let lock = try stores.tracks.lock(writer.hash(1))
                        defer { lock.release() }
                        return try stores.tracks.publish(publication)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(results.map(\.track)).count == 1)
            #expect(results.filter(\.created).count == 1)
            #expect(try library.events() == 1)
        }
    }
}
