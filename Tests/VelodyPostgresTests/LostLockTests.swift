import Testing
import VelodyDomain
import VelodyPostgres
import VelodyServices
import VelodyTesting

/// Connections that are lost while a content is locked.
@Suite struct LostLockTests {
    private let cluster: TemporaryCluster
    private let stores: Stores
    private let writer: LibraryWriter

    init() throws {
        cluster = try TemporaryCluster()
        stores = Stores(PostgresSession(cluster.url))
        writer = try LibraryWriter(registeredIn: stores)
    }

    /// Ends the connections, and returns once the server has released what they held.
    private func endConnections() throws {
        _ = try cluster.sql(
            """
            SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
            WHERE usename = 'velody_app'
            """)
    }

    @Test func `nothing is published without the lock`() throws {
        let publication = try writer.receive(1, in: stores)
        let lock = try stores.tracks.lock(writer.hash(1))
        try endConnections()
        let rival = try Stores(PostgresSession(cluster.url)).tracks.lock(writer.hash(1))
        for _ in 1...2 {
            let error = #expect(throws: StoreError.self) {
                try stores.tracks.publish(publication)
            }
            #expect(error?.code == .unavailable)
        }
        #expect(throws: StoreError.self) { try stores.tracks.lock(writer.hash(2)) }
        #expect(try cluster.sql("SELECT count(*) FROM tracks") == "0\n")
        rival.release()
        lock.release()
        #expect(try stores.tracks.publish(publication).created)
    }

    @Test func `the connection is made anew once the last lock is given back`() throws {
        let song = try stores.tracks.lock(writer.hash(1))
        let picture = try stores.tracks.lock(writer.hash(2))
        try endConnections()
        picture.release()
        #expect(throws: StoreError.self) { try stores.state.state() }
        song.release()
        _ = try stores.state.state()
        let again = try stores.tracks.lock(writer.hash(1))
        again.release()
        #expect(
            try cluster.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "0\n")
    }
}
