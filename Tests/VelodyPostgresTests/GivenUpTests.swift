import Testing
import VelodyDomain
import VelodyPostgres
import VelodyServices
import VelodyTesting

/// Publishing that takes longer than its session waits.
@Suite struct GivenUpTests {
    private let cluster: TemporaryCluster
    private let stores: Stores
    private let patient: Stores
    private let writer: LibraryWriter

    init() throws {
        cluster = try TemporaryCluster()
        var limits = PostgresSession.Limits()
        limits.statement = 2
        stores = Stores(PostgresSession(cluster.url, limits: limits))
        patient = Stores(PostgresSession(cluster.url))
        writer = try LibraryWriter(registeredIn: patient)
    }

    /// Its commit was sent with what it waits for.
    @Test func `what was given up and is committed later has its lock until then, and is found`()
        throws
    {
        // Else it waits while it prepares its statements, and has sent nothing.
        _ = try writer.publish(2, in: stores)
        let publication = try writer.receive(1, in: patient)
        let keeper = try OpenTransaction(
            on: cluster.ownerURL, "LOCK TABLE audio_assets IN SHARE MODE")
        let lock = try stores.tracks.lock(writer.hash(1))
        let error = #expect(throws: StoreError.self) { try stores.tracks.publish(publication) }
        #expect(error?.code == .unavailable)
        lock.release()
        #expect(
            try cluster.sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
                == "1\n")
        keeper.end()
        // Comes after it, as do collecting and another finalize.
        let next = try patient.tracks.lock(writer.hash(1))
        #expect(try patient.uploads.find(publication.upload)?.result?.track == publication.newTrack)
        #expect(try patient.tracks.holding(writer.hash(1))?.track == publication.newTrack)
        next.release()
    }
}
