import Testing
import VelodyCrypto
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``SyncStore``, clause by clause.
    @Suite struct SyncStoreContract {
        /// A library and a way to look at it.
        private struct Arranged {
            let database: TestDatabase
            let stores: Stores
            let sync: any SyncStore
            let writer: LibraryWriter

            init(_ adapter: DatabaseAdapter) throws {
                database = try adapter.makeDatabase()
                stores = database.makeStores()
                sync = database.makeSync()
                writer = try LibraryWriter(registeredIn: stores)
            }

            /// Publishes so many tracks, and tells their identifiers in order.
            func publish(_ count: UInt8) throws -> [TrackID] {
                try (0..<count).map { try writer.publish($0, in: stores).track }
            }

            func heard(after: Int64 = 0, limit: Int = 100, wanting: Int = .max) throws -> Heard {
                try Heard(sync, after: after, limit: limit, wanting: wanting)
            }
        }

        private let later = LibraryWriter.now.advanced(bySeconds: 100)
        private let always = { (_: Int64) in true }

        @Test(arguments: DatabaseAdapter.allCases)
        func `pages of a copy hold each active track once, by identifier`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Arranged(adapter)
            let tracks = try library.publish(5)
            try library.database.delete(tracks[2], later)
            let expected = (tracks[..<2] + tracks[3...]).sorted { $0.description < $1.description }
            for limit in 1...5 {
                var list = TrackList()
                var page = SnapshotPage(last: nil, hasMore: true)
                while page.hasMore {
                    page = try library.sync.snapshot(after: page.last, limit: limit, to: &list)
                    #expect(page.last == list.ids.last)
                }
                #expect(list.ids == expected)
            }
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `nothing is after the last track`(_ adapter: DatabaseAdapter) throws {
            let library = try Arranged(adapter)
            let nothing = SnapshotPage(last: nil, hasMore: false)
            var list = TrackList()
            let empty = try library.sync.snapshot(after: nil, limit: 9, to: &list)
            let track = try library.publish(1)[0]
            let end = try library.sync.snapshot(after: track, limit: 9, to: &list)
            #expect(empty == nothing && end == nothing && list.ids.isEmpty)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a sink that wants no more ends a page, and more follows`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Arranged(adapter)
            let tracks = try library.publish(3)
            var listener = RecordListener(wanting: 1)
            let page = try library.sync.snapshot(after: nil, limit: 9, to: &listener)
            #expect(listener.told == 1)
            #expect(page.hasMore && page.last == listener.records.keys.first)
            let changes = try library.heard(wanting: 2)
            #expect(changes.events.map(\.entity) == Array(tracks[..<2]))
            #expect(changes.end.last == 2 && changes.end.hasMore)
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `every change is an event that says what was done`(_ adapter: DatabaseAdapter) throws {
            let library = try Arranged(adapter)
            let edits = library.stores.edits
            let track = try library.publish(1)[0]
            var title = TrackEdits()
            title.texts[.title] = "new"
            #expect(try edits.edit(track, title, isExpected: always, now: later) == .done)
            #expect(try edits.edit(track, title, isExpected: always, now: later) == .done)
            #expect(try edits.delete(track, isExpected: always, now: later) == .done)
            #expect(try edits.restore(track, isExpected: always, now: later) == .done)
            let events = try library.heard().events
            #expect(events.map(\.action) == [.create, .update, .delete, .restore])
            #expect(events.map(\.id) == [1, 2, 3, 4])
            #expect(events.map(\.version) == [1, 2, 3, 4])
            #expect(events.allSatisfy { $0.entity == track && $0.payloadVersion == 1 })
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `content that comes again restores its track, other audio updates it`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Arranged(adapter)
            let track = try library.publish(1)[0]
            _ = try library.writer.publish(7, for: track, in: library.stores)
            try library.database.delete(track, later)
            #expect(try library.writer.publish(7, in: library.stores).track == track)
            #expect(
                try library.heard().events.map(\.action) == [.create, .update, .delete, .restore])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `each entity of a page comes once, as it is now`(_ adapter: DatabaseAdapter) throws {
            let library = try Arranged(adapter)
            let tracks = try library.publish(2)
            try library.database.delete(tracks[0], later)
            var title = TrackEdits()
            title.texts[.title] = "new"
            _ = try library.stores.edits.edit(
                tracks[1], title, isExpected: always, now: later)
            let page = try library.heard()
            #expect(page.events.count == 4 && page.told == 1)
            #expect(page.records == [tracks[1]: Heard.Record(version: 2, title: "new")])
            let tombstone = Tombstone(
                entityType: .track, id: tracks[0], version: 2, deletedAt: later)
            #expect(page.tombstones == [tombstone])
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `pages of events are one sequence, and say where the log stands`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Arranged(adapter)
            _ = try library.publish(4)
            let state = try library.stores.state.state()
            for limit in 1...5 {
                var seen: [Int64] = []
                var page: Heard
                repeat {
                    page = try library.heard(after: seen.last ?? 0, limit: limit)
                    seen += page.events.map(\.id)
                    #expect(page.end.last == seen.last)
                    #expect(page.end.hasMore == (seen.count < 4))
                    #expect(page.end.state == state)
                } while page.end.hasMore
                #expect(seen == [1, 2, 3, 4])
            }
            #expect(
                try library.heard(after: 4).end
                    == ChangesPage(last: 4, hasMore: false, state: state))
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `a device's place is remembered, and shown with the device`(
            _ adapter: DatabaseAdapter
        ) throws {
            let library = try Arranged(adapter)
            let device = library.writer.device.id
            func shown() throws -> [Int64?] {
                try library.stores.devices.list().map(\.lastEventID)
            }
            #expect(try shown() == [nil])
            for (place, moment) in [(5, nil), (5, later), (3, nil)] as [(Int64, Timestamp?)] {
                try library.sync.remember(place, fullSyncAt: moment, of: device)
                #expect(try shown() == [place])
            }
        }
    }
}
