import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

extension DatabaseContracts {
    /// ``SnapshotStore``, clause by clause.
    @Suite struct SnapshotStoreContract {
        @Test(arguments: DatabaseAdapter.allCases)
        func `what is read is of one moment, whatever is published meanwhile`(
            _ adapter: DatabaseAdapter
        ) throws {
            let database = try adapter.makeDatabase()
            let stores = database.makeStores()
            let writer = try LibraryWriter(registeredIn: stores)
            _ = try writer.publish(1, artwork: writer.artwork(2), in: stores)
            let hold = try database.makeSnapshots().hold()
            let snapshot = try hold.beginReading()
            _ = try writer.publish(3, in: stores)
            #expect(Set(snapshot.contents.map(\.hash)) == [writer.hash(1), writer.hash(2)])
            #expect(snapshot.schemaVersion == (try stores.state.schemaVersion()))
            #expect(!snapshot.name.isEmpty)
            try hold.endReading()
            try hold.confirm()
            #expect(try hold.beginReading().contents.count == 3)
            hold.release()
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `backups share the library, and collecting has it alone`(
            _ adapter: DatabaseAdapter
        ) throws {
            let database = try adapter.makeDatabase()
            let first = try database.makeSnapshots().hold()
            let second = try database.makeSnapshots().hold()
            let collector = database.makeSnapshots()
            #expect(try collector.reserveCollecting() == nil)
            first.release()
            #expect(try collector.reserveCollecting() == nil)
            second.release()
            let turn = try #require(try collector.reserveCollecting())
            do {
                _ = try database.makeSnapshots().hold()
                Issue.record("a backup began while collecting runs")
            } catch {
                #expect(error.code == .unavailable)
            }
            turn.release()
            try database.makeSnapshots().hold().release()
        }
    }
}
