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
            #expect(try !state.hasTracks())
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
            #expect(try stores.state.hasTracks())
        }

        @Test(arguments: DatabaseAdapter.allCases)
        func `the schema is the one this code needs`(_ adapter: DatabaseAdapter) throws {
            let state = try adapter.makeDatabase().makeStores().state
            #expect(try state.schemaVersion() == PostgresSchema.requiredVersion)
        }
    }
}
