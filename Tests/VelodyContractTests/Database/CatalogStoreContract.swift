import Testing
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// What every ``CatalogStore`` and ``TrackEditStore`` promises.
    @Suite struct CatalogStoreContract {
        private let later = LibraryWriter.now.advanced(bySeconds: 100)

        private func arrange(
            _ adapter: DatabaseAdapter
        ) throws -> (stores: Stores, writer: LibraryWriter) {
            let stores = try adapter.makeDatabase().makeStores()
            return (stores, try LibraryWriter(registeredIn: stores))
        }

        private func list(
            _ stores: Stores, limit: Int = 2, _ change: (inout TrackQuery) -> Void = { _ in }
        ) throws -> [TrackID] {
            var query = TrackQuery()
            change(&query)
            var list = TrackList()
            var after: TrackPosition?
            repeat {
                after = try stores.catalog.tracks(query, after: after, limit: limit, to: &list)
            } while after != nil
            return list.ids
        }

        private func said(_ title: String?, album: String? = nil) -> TrackMetadata {
            var metadata = TrackMetadata()
            metadata.title = title
            metadata.artist = "Artist"
            metadata.artists = ["Artist"]
            metadata.album = album
            metadata.year = title.map { 1990 + $0.utf8.count }
            return metadata
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `unless asked otherwise, tracks come newest first, ties by identifier`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let twins = try [1, 2].map { try writer.publish($0, in: stores).track }
            let young = try writer.publish(3, at: later, in: stores).track
            let deleted = try writer.publish(4, at: later, in: stores).track
            #expect(
                try stores.edits.delete(deleted, isExpected: { _ in true }, now: later) == .done)
            let expected = [young] + twins.sorted { $0.description > $1.description }
            for limit in 1...4 { #expect(try list(stores, limit: limit) == expected) }
            #expect(try list(stores) { $0.order = .ascending } == expected.reversed())
            #expect(try list(stores) { $0.status = .deleted } == [deleted])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a sink that wants no more ends a page, and the next goes on there`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            for (seed, title) in ["b", nil, "a", nil].enumerated() {
                _ = try writer.publish(UInt8(seed), said(title), in: stores)
            }
            var query = TrackQuery()
            query.sort = .title
            var seen: [TrackID] = []
            var after: TrackPosition?
            repeat {
                var page = RecordListener(wanting: 1)
                after = try stores.catalog.tracks(query, after: after, limit: 9, to: &page)
                #expect(page.told == 1)
                seen += page.records.keys
            } while after != nil
            #expect(try seen == list(stores, limit: 9) { $0.sort = .title })
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `tracks without a value come last both ways`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            let ids = try ["b", nil, "a", nil, "cc"].enumerated().map { seed, title in
                try writer.publish(UInt8(seed), said(title), in: stores).track
            }
            let nameless = [ids[1], ids[3]].sorted { $0.description < $1.description }
            let up = try list(stores) {
                $0.sort = .title
                $0.order = .ascending
            }
            #expect(up == [ids[2], ids[0], ids[4]] + nameless)
            let down = try list(stores) { $0.sort = .title }
            #expect(down == [ids[4], ids[0], ids[2]] + nameless.reversed())
            #expect(try list(stores) { $0.sort = .year }.first == ids[4])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `filters and searches find what holds them all`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            let track = try writer.publish(1, said("Long Song", album: "Album"), in: stores).track
            _ = try writer.publish(2, said("Other"), in: stores)
            #expect(try list(stores) { $0.search = "SONG art" } == [track])
            #expect(try list(stores) { $0.album = "ALBUM" } == [track])
            #expect(try list(stores) { $0.artist = "artist" }.count == 2)
            #expect(try list(stores) { $0.search = "song other" }.isEmpty)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `albums and artists are paged by name`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            for (seed, album) in ["B", "a", "b", nil, "C"].enumerated() {
                _ = try writer.publish(UInt8(seed), said("x", album: album), in: stores)
            }
            let first = try stores.catalog.albums(search: nil, after: nil, limit: 2)
            #expect(first.items.map(\.trackCount) == [1, 2])
            let second = try stores.catalog.albums(search: nil, after: first.next, limit: 2)
            #expect(second.items.map(\.name) == ["C"])
            #expect(second.next == nil)
            let artists = try stores.catalog.artists(search: "art", after: nil, limit: 1)
            #expect(
                artists.items
                    == [Artist(name: "Artist", trackCount: 5, durationMs: 15, albumCount: 3)])
            #expect(try stores.catalog.genres(search: nil, after: nil, limit: 9).items.isEmpty)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `edits win over what any content says`(_ adapter: DatabaseAdapter) throws {
            let (stores, writer) = try arrange(adapter)
            let track = try writer.publish(1, said("file"), in: stores).track
            var edits = TrackEdits()
            edits.texts[.title] = "mine"
            let edited = try stores.edits.edit(
                track, edits, isExpected: { $0 == 1 }, now: later)
            #expect(edited == .done)
            _ = try writer.publish(2, said("other", album: "New"), for: track, in: stores)
            let found = try stores.tracks.find(track)
            #expect(found?.metadata.title == "mine")
            #expect(found?.metadata.album == "New")
            #expect(found?.version == 3)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a change of nothing is no version, and a stale one is refused`(
            _ adapter: DatabaseAdapter
        ) throws {
            let (stores, writer) = try arrange(adapter)
            let track = try writer.publish(1, said("file"), in: stores).track
            var edits = TrackEdits()
            edits.texts[.title] = "file"
            let always = { (_: Int64) in true }
            #expect(try stores.edits.edit(track, edits, isExpected: always, now: later) == .done)
            #expect(try stores.edits.restore(track, isExpected: always, now: later) == .done)
            #expect(try stores.tracks.find(track)?.version == 1)
            let stale = { (version: Int64) in version == 7 }
            #expect(try stores.edits.edit(track, edits, isExpected: stale, now: later) == .stale)
            #expect(try stores.edits.delete(track, isExpected: stale, now: later) == .stale)
            #expect(try stores.edits.delete(track, isExpected: always, now: later) == .done)
            #expect(try stores.edits.delete(track, isExpected: stale, now: later) == .done)
            #expect(try stores.edits.edit(track, edits, isExpected: always, now: later) == .deleted)
            let nobody = TrackID(random: writer.cryptography.randomBytes(16))
            #expect(try stores.edits.restore(nobody, isExpected: always, now: later) == .unknown)
        }
    }
}
