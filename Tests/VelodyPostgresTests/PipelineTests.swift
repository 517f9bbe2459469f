import Testing
import VelodyDomain
import VelodyTesting

@testable import VelodyPostgres

/// What statements that go out together come to.
struct PipelineTests {
    private let cluster: TemporaryCluster
    private let activity = PostgresActivity()
    private let session: PostgresSession

    init() throws {
        cluster = try TemporaryCluster()
        session = PostgresSession(cluster.ownerURL, activity: activity)
        try session.run("CREATE TABLE notes (number int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)")
    }

    private func numbers() throws -> [Int] {
        try session.query("SELECT number FROM notes ORDER BY 1") { row throws(PostgresError) in
            try row.integer()
        }
    }

    /// As PostgreSQL does when it restarts.
    private func endConnection() throws {
        let process = try session.first("SELECT pg_backend_pid()") { row throws(PostgresError) in
            try row.integer()
        }
        let ended = try cluster.sql("SELECT pg_terminate_backend(\(try #require(process)), 5000)")
        #expect(ended == "t\n")
    }

    @Test func `what is enqueued runs before what is asked next, and goes out with it`() throws {
        try session.transaction { () throws(StoreError) in
            session.enqueue("INSERT INTO notes VALUES (\(1))")
            session.enqueue("INSERT INTO notes VALUES (\(2))")
            let before = activity.roundTrips
            let count = try session.first("SELECT count(*)::int FROM notes") {
                row throws(PostgresError) in try row.integer()
            }
            #expect(count == 2 && activity.roundTrips == before + 1)
            session.enqueue("INSERT INTO notes VALUES (\(3))")
        }
        #expect(try numbers() == [1, 2, 3])
    }

    @Test(arguments: ["asked", "committed"])
    func `what fails among many takes all of them back`(when: String) throws {
        #expect(throws: StoreError.self) {
            try session.transaction { () throws(StoreError) in
                session.enqueue("INSERT INTO notes VALUES (\(1))")
                session.enqueue("INSERT INTO notes VALUES (\(2)::int / \(0)::int)")
                session.enqueue("INSERT INTO notes VALUES (\(3))")
                if when == "asked" { try session.run("SELECT 1") }
            }
        }
        #expect(try numbers() == [])
    }

    @Test func `a commit that fails takes all back, and the session goes on`() throws {
        #expect(throws: StoreError.self) {
            try session.transaction { () throws(StoreError) in
                session.enqueue("INSERT INTO notes VALUES (\(7))")
                session.enqueue("INSERT INTO notes VALUES (\(7))")
            }
        }
        #expect(try numbers() == [])
        try session.transaction { () throws(StoreError) in
            session.enqueue("INSERT INTO notes VALUES (\(7))")
        }
        #expect(try numbers() == [7])
    }

    @Test func `a body that throws leaves nothing of what it enqueued`() throws {
        #expect(throws: StoreError.self) {
            try session.transaction { () throws(StoreError) in
                session.enqueue("INSERT INTO notes VALUES (\(7))")
                throw StoreError(.superseded, "")
            }
        }
        #expect(try numbers() == [])
    }

    @Test func `a transaction that begins on a connection that is gone takes a new one`() throws {
        #expect(try numbers() == [])
        try endConnection()
        try session.transaction { () throws(StoreError) in
            session.enqueue("INSERT INTO notes VALUES (\(1))")
        }
        #expect(try numbers() == [1])
    }

    @Test func `a connection that is lost in the middle of a transaction ends it`() throws {
        #expect(throws: StoreError.self) {
            try session.transaction { () throws(StoreError) in
                try session.run("INSERT INTO notes VALUES (\(1))")
                do { try endConnection() } catch { Issue.record(error) }
                session.enqueue("INSERT INTO notes VALUES (\(2))")
            }
        }
        #expect(try numbers() == [])
    }
}
