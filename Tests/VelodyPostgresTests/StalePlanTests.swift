import Testing
import VelodyDomain
import VelodyPostgres
import VelodyServices
import VelodyTesting

/// Statements that are prepared while a migration changes what they return.
@Suite struct StalePlanTests {
    private let cluster: TemporaryCluster
    private let stores: Stores
    private let writer: LibraryWriter

    init() throws {
        cluster = try TemporaryCluster()
        stores = Stores(PostgresSession(cluster.url))
        writer = try LibraryWriter(registeredIn: stores)
    }

    private func migrate() throws {
        _ = try cluster.sql(
            """
            ALTER TABLE devices ALTER COLUMN app_version TYPE text;
            ALTER TABLE upload_sessions ALTER COLUMN filename TYPE varchar;
            ALTER TABLE tracks ALTER COLUMN title TYPE text
            """)
    }

    @Test func `a statement that reads goes on after a migration`() throws {
        let before = try stores.devices.list()
        try migrate()
        #expect(try stores.devices.list() == before)
    }

    @Test func `a list whose plan is kept goes on after a migration`() throws {
        _ = try writer.publish(1, in: stores)
        let before = try firstPage()
        try migrate()
        #expect(try firstPage() == before)
    }

    private func firstPage() throws -> [TrackID] {
        var list = TrackList()
        _ = try stores.catalog.tracks(TrackQuery(), after: nil, limit: PageSize.usual, to: &list)
        return list.ids
    }

    @Test func `a statement that writes goes on after a migration, and writes once`() throws {
        let upload = writer.newSession(1)
        _ = try stores.uploads.open(upload)
        #expect(try stores.uploads.acquire(upload.id)?.generation == 1)
        try migrate()
        #expect(try stores.uploads.acquire(upload.id)?.generation == 2)
    }

    @Test func `a content's lock is not lost on the way`() throws {
        let lock = try stores.tracks.lock(writer.hash(1))
        _ = try stores.tracks.holding(writer.hash(1))
        try migrate()
        _ = try stores.tracks.holding(writer.hash(1))
        #expect(
            try cluster.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "1\n")
        lock.release()
    }

    @Test func `a transaction is run again as a whole`() throws {
        let first = try writer.publish(1, in: stores)
        // Received elsewhere, so that the transaction is the first to meet what has changed.
        let publication = try writer.receive(2, in: Stores(PostgresSession(cluster.url)))
        _ = try cluster.sql("ALTER TABLE upload_sessions ALTER COLUMN generation TYPE integer")
        let second = try stores.tracks.publish(publication)
        #expect(first.created && second.created)
        #expect(try stores.state.state().lastEventID == 2)
    }
}
