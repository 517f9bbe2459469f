import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyRuntime
import VelodyServices
import VelodyTesting

/// What is PostgreSQL's own beside the ports' contracts: its change log, rights and connections.
@Suite(.serialized) struct StoreTests {
    private let cluster: TemporaryCluster
    private let stores: Stores
    private let writer: LibraryWriter

    init() throws {
        cluster = try TemporaryCluster()
        stores = Stores(PostgresSession(cluster.url))
        writer = try LibraryWriter(registeredIn: stores)
    }

    @Test func `events are gapless and in order, whatever writers do at once`() async throws {
        let (cluster, writer) = (cluster, writer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let stores = Stores(PostgresSession(cluster.url))
                    for round in 0..<10 {
                        _ = try writer.publish(UInt8(10 + number * 10 + round), in: stores)
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
        #expect(try stores.state.state().lastEventID == 80)
    }

    @Test func `a change by hand is an event too, and a change of nothing is none`() throws {
        let result = try writer.publish(5, in: stores)
        for _ in 1...2 {
            _ = try cluster.sql("UPDATE tracks SET title = 'by hand' WHERE id = '\(result.track)'")
        }
        #expect(
            try cluster.sql(
                "SELECT id, action, version FROM library_events ORDER BY id")
                == "1|create|1\n2|update|2\n")
    }

    /// PD2.
    ///
    /// Once the statements are prepared: two ways to the database open a session, two receive, three publish.
    @Test func `publishing a song asks the database three times, however many there are`() throws {
        let activity = PostgresActivity()
        let stores = Stores(PostgresSession(cluster.url, activity: activity))
        func cost(_ seed: UInt8) throws -> [UInt64] {
            let before = activity.roundTrips
            let publication = try writer.receive(seed, in: stores)
            let received = activity.roundTrips
            _ = try stores.tracks.publish(publication)
            return [received - before, activity.roundTrips - received]
        }
        _ = try cost(20)
        let early = try cost(21)
        for seed in UInt8(30)..<130 { _ = try writer.publish(seed, in: self.stores) }
        #expect(try early == [4, 3] && cost(22) == [4, 3], "\(early)")
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
        #expect(try !stores.state.expectation().hasTracks)
        _ = try cluster.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'velody_app'")
        #expect(try !stores.state.expectation().hasTracks)
    }

    @Test func `a migration that was changed after it was applied is refused`() throws {
        _ = try cluster.sql("UPDATE schema_migrations SET checksum = 'x' WHERE version = 1")
        let migrate =
            #filePath.split(separator: "/").dropLast(3)
            .reduce("") { $0 + "/" + $1 } + "/sql/migrate"
        #expect(try Command(migrate, [cluster.ownerURL]).output().status == .exited(1))
    }
}
