import Testing
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// Statements that are prepared while a migration changes what they return.
@Suite struct StalePlanTests {
    private let cluster: TemporaryCluster
    private let session: PostgresSession
    private let writer: Writer

    init() throws {
        cluster = try TemporaryCluster()
        session = PostgresSession(cluster.url)
        writer = try Writer(registeredOn: session)
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
        let devices = PostgresDeviceStore(session)
        let before = try devices.list()
        try migrate()
        #expect(try devices.list() == before)
    }

    @Test func `a statement that writes goes on after a migration, and writes once`() throws {
        let uploads = PostgresUploadStore(session)
        let upload = writer.newSession(1)
        _ = try uploads.open(upload)
        #expect(try uploads.acquire(upload.id)?.generation == 1)
        try migrate()
        #expect(try uploads.acquire(upload.id)?.generation == 2)
    }

    @Test func `a content's lock is not lost on the way`() throws {
        let tracks = PostgresTrackStore(session)
        let lock = try tracks.lock(writer.cryptography.sha256([1]))
        _ = try tracks.newest(limit: 1)
        try migrate()
        _ = try tracks.newest(limit: 1)
        #expect(
            try cluster.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "1\n")
        lock.release()
    }

    @Test func `a transaction is run again as a whole`() throws {
        let first = try writer.publish(1, on: session)
        _ = try cluster.sql("ALTER TABLE upload_sessions ALTER COLUMN generation TYPE integer")
        let second = try writer.publish(2, on: session)
        #expect(first.created && second.created)
        #expect(try PostgresLibraryStateStore(session).state().lastEventID == 2)
    }
}
