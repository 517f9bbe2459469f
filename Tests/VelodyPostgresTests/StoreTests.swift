import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyPostgres
import VelodyRuntime

/// The stores over a real PostgreSQL.
@Suite(.serialized) struct StoreTests {
    private let cluster: TemporaryCluster
    private let session: PostgresSession
    private let writer: Writer
    private let cryptography = OpenSSLCryptography()

    init() throws {
        cluster = try TemporaryCluster()
        session = PostgresSession(cluster.url)
        writer = try Writer(registeredOn: session)
    }

    private var device: Device { writer.device }

    private func newSession(_ seed: UInt8) -> UploadSession { writer.newSession(seed) }

    private func publish(
        _ seed: UInt8, _ metadata: TrackMetadata = TrackMetadata(), on session: PostgresSession
    ) throws -> UploadResult {
        try writer.publish(seed, metadata, on: session)
    }

    @Test func `odd texts come back as they went in`() throws {
        var metadata = TrackMetadata()
        metadata.title = #"quote " back\slash {brace} ' ; -- % 🎵 日本"#
        metadata.artists = [#"a,"b""#, #"\"#, "{}", "NULL", "", "é"]
        metadata.genres = []
        metadata.year = 1999
        let result = try publish(1, metadata, on: session)
        let track = try #require(try PostgresTrackStore(session).find(result.track))
        #expect(track.metadata == metadata)
        #expect(track.audio.warnings == ["leading-junk"])
        #expect(track.createdAt == Timestamp(microseconds: 1_000_000))
        #expect(track.version == 1)
    }

    @Test func `known content is reused, and its session closed`() throws {
        let first = try publish(2, on: session)
        let second = try publish(2, on: session)
        #expect(first.created)
        #expect(!second.created)
        #expect(first.track == second.track)
        #expect(
            try PostgresTrackStore(session).holding(cryptography.sha256([2]))?.track == first.track)
    }

    @Test func `only the newest generation may write`() throws {
        let uploads = PostgresUploadStore(session)
        let upload = newSession(3)
        _ = try uploads.open(upload)
        var old = try #require(try uploads.acquire(upload.id))
        let new = try #require(try uploads.acquire(upload.id))
        old.offset = 50
        #expect(try uploads.save(old) == false)
        #expect(try uploads.save(new))
        #expect(try uploads.find(upload.id)?.offset == 0)
    }

    @Test func `the same device's open session is given back, an expired one is not`() throws {
        let uploads = PostgresUploadStore(session)
        let first = newSession(4)
        #expect(try uploads.open(first).isNew)
        let second = try uploads.open(newSession(4))
        #expect(!second.isNew)
        #expect(second.session.id == first.id)
        _ = try cluster.sql(
            "UPDATE upload_sessions SET expires_at = 'epoch' WHERE id = '\(first.id)'")
        #expect(try uploads.open(newSession(4)).isNew)
    }

    @Test func `a token's device is known until it is revoked`() throws {
        let devices = PostgresDeviceStore(session)
        let hash = cryptography.sha256([1])
        let now = Timestamp(microseconds: 5_000_000)
        #expect(try devices.authenticate(tokenHash: hash, now: now)?.id == device.id)
        #expect(try devices.list().first?.lastSeenAt == now)
        #expect(try devices.authenticate(tokenHash: cryptography.sha256([9]), now: now) == nil)
        #expect(try devices.revoke(device.id, now: now))
        #expect(try devices.authenticate(tokenHash: hash, now: now) == nil)
    }

    @Test func `events are gapless and in order, whatever writers do at once`() async throws {
        let (cluster, writer) = (cluster, writer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let session = PostgresSession(cluster.url)
                    for round in 0..<10 {
                        _ = try writer.publish(UInt8(10 + number * 10 + round), on: session)
                    }
                }
            }
            group.addTask {
                // Aborted transactions leave no gap.
                for _ in 0..<20 {
                    _ = try cluster.sql("BEGIN; UPDATE tracks SET title = 'x'; ROLLBACK")
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try cluster.sql(
                "SELECT count(*) = 80 AND max(id) = 80 AND min(id) = 1 FROM library_events")
                == "t\n")
        #expect(
            try PostgresLibraryStateStore(session).state().lastEventID == 80)
    }

    @Test func `a change by hand is an event too, and a change of nothing is none`() throws {
        let result = try publish(5, on: session)
        for _ in 1...2 {
            _ = try cluster.sql("UPDATE tracks SET title = 'by hand' WHERE id = '\(result.track)'")
        }
        #expect(
            try cluster.sql(
                "SELECT id, action, version FROM library_events ORDER BY id")
                == "1|create|1\n2|update|2\n")
    }

    @Test func `the application can neither remove tracks nor write the log`() throws {
        for statement in [
            "DELETE FROM tracks", "TRUNCATE tracks", "DROP TABLE tracks",
            "INSERT INTO library_events (entity_type, entity_id, action, version) "
                + "VALUES ('track', gen_random_uuid(), 'create', 1)",
            "UPDATE library_state SET last_event_id = 99",
        ] {
            let output = try Command(
                "psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", cluster.url, "-c", statement]
            ).output()
            #expect(!output.status.isSuccess, "\(statement)")
        }
    }

    @Test func `a connection that was lost is made anew`() throws {
        let state = PostgresLibraryStateStore(session)
        #expect(try !state.hasTracks())
        _ = try cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'velody_app'")
        #expect(try !state.hasTracks())
    }

    @Test func `the schema is the one this code needs`() throws {
        let state = PostgresLibraryStateStore(session)
        #expect(try state.schemaVersion() == PostgresSchema.requiredVersion)
    }

    @Test func `a migration that was changed after it was applied is refused`() throws {
        _ = try cluster.sql("UPDATE schema_migrations SET checksum = 'x' WHERE version = 1")
        let migrate =
            #filePath.split(separator: "/").dropLast(3)
            .reduce("") { $0 + "/" + $1 } + "/sql/migrate"
        #expect(try Command(migrate, [cluster.ownerURL]).output().status == .exited(1))
        _ = try cluster.sql("INSERT INTO schema_migrations VALUES (99, 'later', 'x')")
        #expect(try Command(migrate, [cluster.ownerURL]).output().status == .exited(1))
    }
}
