import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``TrackEditStore/reread(_:_:isExpected:)``, clause by clause.
    @Suite struct RereadContract {
        private let later = LibraryWriter.now.advanced(bySeconds: 100)
        private let always = { (_: Int64) in true }

        /// A track whose file said `title` when it came.
        private func arrange(
            _ adapter: DatabaseAdapter, title: String = "file"
        ) throws -> (stores: Stores, writer: LibraryWriter, track: Track) {
            let stores = try adapter.makeDatabase().makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            var said = TrackMetadata()
            said.title = title
            said.album = "hinted"
            let id = try writer.publish(1, said, artwork: writer.artwork(7), in: stores).track
            return (stores, writer, try #require(try stores.tracks.find(id)))
        }

        private func reading(
            _ track: Track, dropsEdits: Bool = false, _ change: (inout Rereading) -> Void = { _ in }
        ) -> Rereading {
            var reading = Rereading(
                asset: track.audio.id, properties: track.audio.properties,
                warnings: track.audio.warnings, metadata: TrackMetadata(), artwork: nil,
                dropsEdits: dropsEdits, now: later)
            change(&reading)
            return reading
        }

        private func events(_ stores: Stores) throws -> Int64 {
            try stores.state.state().lastEventID
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `what the file says now is effective, with one event; the rest stays`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer, track) = try arrange(adapter)
            let picture = writer.artwork(8)
            let before = try events(stores)
            let read = reading(track) {
                $0.metadata.title = "new"
                $0.metadata.artists = ["A", "B"]
                $0.properties.durationMs = 99
                $0.properties.encoderDelay = 576
                $0.warnings = []
                $0.artwork = picture
            }
            #expect(try stores.edits.reread(track.id, read, isExpected: { $0 == 1 }) == .done)
            let found = try #require(try stores.tracks.find(track.id))
            #expect(found.metadata.title == "new")
            #expect(found.metadata.album == "hinted")
            #expect(found.metadata.artists == [])
            #expect(found.audio.properties == read.properties)
            #expect(found.durationMs == 99)
            #expect(found.audio.warnings == [])
            #expect(found.artwork?.content == picture.content)
            #expect(found.updatedAt == later)
            #expect(found.version == 2)
            #expect(try events(stores) == before + 1)
            let held = try #require(try stores.tracks.holding(track.audio.content.hash))
            #expect(held.asset == found.audio)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `what is as it was is no version; what only the audio tells is one`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, _, track) = try arrange(adapter)
            let before = try events(stores)
            let same = reading(track) { $0.metadata.title = "file" }
            #expect(try stores.edits.reread(track.id, same, isExpected: always) == .done)
            #expect(try stores.tracks.find(track.id) == track)
            let other = reading(track) { $0.warnings = ["encoding-guess"] }
            #expect(try stores.edits.reread(track.id, other, isExpected: always) == .done)
            #expect(try stores.tracks.find(track.id)?.version == 2)
            #expect(try stores.tracks.find(track.id)?.artwork == track.artwork)
            #expect(try events(stores) == before + 1)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `edits cover what is read, until they are dropped`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer, track) = try arrange(adapter)
            var edits = TrackEdits()
            edits.texts[.title] = "mine"
            edits.texts[.album] = .some(nil)
            _ = try stores.edits.edit(track.id, edits, isExpected: always, now: later)
            let read = reading(track) { $0.metadata.title = "new" }
            #expect(try stores.edits.reread(track.id, read, isExpected: always) == .done)
            #expect(try stores.tracks.find(track.id)?.metadata.title == "mine")
            #expect(try stores.tracks.find(track.id)?.version == 2)
            let bare = reading(track, dropsEdits: true)
            #expect(try stores.edits.reread(track.id, bare, isExpected: always) == .done)
            let found = try #require(try stores.tracks.find(track.id))
            #expect(found.metadata.title == "new")
            #expect(found.metadata.album == "hinted")
            // Dropped is dropped: other audio is not covered any more.
            var other = TrackMetadata()
            other.title = "other"
            _ = try writer.publish(2, other, for: track.id, in: stores)
            #expect(try stores.tracks.find(track.id)?.metadata.title == "other")
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `nothing is written of what is stale, deleted, unknown or replaced`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer, track) = try arrange(adapter)
            let read = reading(track) { $0.metadata.title = "new" }
            let edits = stores.edits
            #expect(try edits.reread(track.id, read, isExpected: { $0 == 7 }) == .stale)
            let nobody = TrackID(random: writer.cryptography.randomBytes(16))
            #expect(try edits.reread(nobody, read, isExpected: always) == .unknown)
            _ = try writer.publish(2, for: track.id, in: stores)
            #expect(try edits.reread(track.id, read, isExpected: always) == .replaced)
            #expect(try edits.delete(track.id, isExpected: always, now: later) == .done)
            #expect(try edits.reread(track.id, read, isExpected: always) == .deleted)
            #expect(try stores.tracks.find(track.id)?.metadata.title == nil)
        }
    }
}
