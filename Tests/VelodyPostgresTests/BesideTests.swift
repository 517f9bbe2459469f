import Testing
import VelodyDomain
import VelodyTesting

@testable import VelodyPostgres

/// A question that goes out beside what is read, and counts how often it was asked.
@Suite(.cluster) struct BesideTests {
    /// How a statement reaches the database.
    enum Way: CaseIterable { case asked, listed, listedWithValues }

    private let url: String
    private let activity = PostgresActivity()
    private let session: PostgresSession

    init() throws {
        url = try #require(TemporaryCluster.ofSuite).makeEmptyDatabase()
            .replacing("velody_app@", with: "postgres@")
        session = PostgresSession(url, activity: activity)
        try session.run("CREATE SEQUENCE asked")
        try session.run("CREATE SEQUENCE tried")
        try session.run("CREATE TABLE owners (name varchar)")
        try session.run("CREATE TABLE notes (text varchar)")
        try session.run("INSERT INTO owners VALUES ('Ann')")
        try session.run("INSERT INTO notes VALUES ('one'), ('two')")
    }

    private func beside<R>(_ body: () -> R) throws -> (found: String?, result: R) {
        try session.first(
            "SELECT name, nextval('asked') FROM owners",
            { row throws(PostgresError) in try row.text() },
            beside: body)
    }

    private func sql(_ statement: String) throws -> String {
        try TemporaryCluster.sql(statement, at: url)
    }

    /// How often the question was asked so far; nobody else takes part in that.
    private func asked() throws -> String {
        try sql("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM asked")
    }

    private func texts(_ statement: Statement, _ way: Way) throws(StoreError) -> [String] {
        guard way != .asked else {
            return try session.query(statement) { row throws(PostgresError) in try row.text() }
        }
        var texts: [String] = []
        try session.stream(statement) { row throws(PostgresError) in
            texts.append(try row.text())
            return true
        }
        return texts
    }

    private func notes(_ way: Way) throws(StoreError) -> [String] {
        try texts(
            way == .listedWithValues
                ? "SELECT text FROM notes WHERE text <> \("three") ORDER BY 1"
                : "SELECT text FROM notes ORDER BY 1", way)
    }

    private func endConnection() throws {
        let process = try session.first("SELECT pg_backend_pid()") { row throws(PostgresError) in
            try row.integer()
        }
        let ended = try sql("SELECT pg_terminate_backend(\(try #require(process)), 5000)")
        #expect(ended == "t\n")
    }

    @Test(arguments: Way.allCases)
    func `question and statement go out in one trip`(way: Way) throws {
        // Of one transaction: PostgreSQL was told of its end behind both only.
        let moment: Statement =
            way == .listedWithValues ? "SELECT now()::text || \("")" : "SELECT now()::text"
        let ask = { () throws -> (found: String?, result: Result<[String], any Error>) in
            try session.first(
                "SELECT now()::text", { row throws(PostgresError) in try row.text() },
                beside: { Result { try texts(moment, way) } })
        }
        _ = try ask()
        let before = activity.roundTrips
        let both = try ask()
        #expect(activity.roundTrips == before + 1)
        #expect(try both.result.get() == [both.found])
    }

    @Test(arguments: Way.allCases)
    func `what is read beside a question is the same as alone`(way: Way) throws {
        let many: Statement =
            way == .listedWithValues
            ? "SELECT n::text || repeat('x', 100) FROM generate_series(1, \(2_000)::int) n"
            : "SELECT n::text || repeat('x', 100) FROM generate_series(1, 2000) n"
        let alone = try texts(many, way)
        let (found, result) = try beside { Result { try texts(many, way) } }
        #expect(found == "Ann")
        #expect(try result.get() == alone && alone.count == 2_000)
    }

    @Test(arguments: Way.allCases)
    func `a question is asked once, whatever is read beside it and afterwards`(way: Way) throws {
        let (_, results) = try beside { (0..<3).map { _ in Result { try notes(way) } } }
        for result in results { #expect(try result.get() == ["one", "two"]) }
        #expect(try notes(way) == ["one", "two"])
        #expect(try asked() == "1\n")
    }

    @Test func `a question beside nothing is asked by itself`() throws {
        #expect(try beside { 7 } == ("Ann", 7))
        #expect(try notes(.asked) == ["one", "two"])
        #expect(try asked() == "1\n")
    }

    @Test(arguments: Way.allCases)
    func `beside a question that finds nobody nothing is read`(way: Way) throws {
        try session.run("DELETE FROM owners")
        let (found, result) = try beside { Result { try notes(way) } }
        #expect(found == nil)
        #expect(try result.get() == [])
        #expect(try notes(way) == ["one", "two"])
    }

    @Test(arguments: Way.allCases)
    func `a connection that is gone is made anew for both`(way: Way) throws {
        _ = try beside { Result { try notes(way) } }
        try endConnection()
        let (found, result) = try beside { Result { try notes(way) } }
        #expect(found == "Ann")
        #expect(try result.get() == ["one", "two"])
        #expect(try asked() == "2\n")
    }

    @Test(arguments: Way.allCases)
    func `both are asked once more where the connection breaks`(way: Way) throws {
        // It ends as it sleeps, before there is a row.
        let breaking: Statement =
            way == .listedWithValues
            ? """
            SELECT pg_sleep(3)::text FROM notes
            WHERE nextval('tried') = \(1) AND pg_terminate_backend(pg_backend_pid())
            """
            : """
            SELECT pg_sleep(3)::text FROM notes
            WHERE nextval('tried') = 1 AND pg_terminate_backend(pg_backend_pid())
            """
        let (found, result) = try beside { Result { try texts(breaking, way) } }
        #expect(found == "Ann")
        #expect(try result.get() == [])
        #expect(try notes(way) == ["one", "two"])
    }

    @Test func `a list that breaks once it has begun is not read again, and the question is asked`()
        throws
    {
        var rows = 0
        let (found, result) = try beside {
            Result {
                try session.stream(
                    """
                    SELECT repeat('x', 9000), pg_terminate_backend(pg_backend_pid()) AND n > 0
                    FROM generate_series(1, 3) n
                    """
                ) { _ in
                    rows += 1
                    return true
                }
            }
        }
        #expect(found == "Ann" && rows == 1)
        #expect(throws: StoreError.self) { try result.get() }
    }

    @Test(arguments: Way.allCases, ["owners ALTER name", "notes ALTER text"])
    func `both are asked once more after a migration`(way: Way, change: String) throws {
        _ = try beside { Result { try notes(way) } }
        let process = try texts("SELECT pg_backend_pid()::text", way)
        for text in ["text", "varchar", "text"] {
            _ = try sql("ALTER TABLE \(change) TYPE \(text)")
            let (found, result) = try beside { Result { try notes(way) } }
            #expect(found == "Ann")
            #expect(try result.get() == ["one", "two"])
            // It is the connection's plans that are made anew: it may hold a content's lock.
            #expect(try texts("SELECT pg_backend_pid()::text", way) == process)
        }
    }

    @Test(arguments: Way.allCases)
    func `a question that fails is no reason to lose the connection`(way: Way) throws {
        let process = try texts("SELECT pg_backend_pid()::text", way)
        var read: Result<[String], any Error>?
        #expect(throws: StoreError.self) {
            try session.first(
                "SELECT 1 / (SELECT 0)", { row throws(PostgresError) in try row.integer() },
                beside: { read = Result { try notes(way) } })
        }
        #expect(throws: StoreError.self) { try read?.get() }
        #expect(try notes(way) == ["one", "two"])
        #expect(try texts("SELECT pg_backend_pid()::text", way) == process)
    }

    @Test(arguments: Way.allCases)
    func `a statement that fails leaves the question answered and the session usable`(
        way: Way
    ) throws {
        let failing: [Statement] =
            way == .listedWithValues
            ? [
                "SELECT (1 / \(0)::int)::text", "SELECT missing || \("")",
                "SELECT pg_cancel_backend(pg_backend_pid())::text || \("")",
                "SELECT (100 / (n - \(9_000)))::text FROM generate_series(1, 9999) n",
            ]
            : [
                "SELECT (1 / (SELECT 0))::text", "SELECT missing",
                "SELECT pg_cancel_backend(pg_backend_pid())::text",
                "SELECT (100 / (n - 9000))::text FROM generate_series(1, 9999) n",
            ]
        for statement in failing {
            let process = try texts("SELECT pg_backend_pid()::text", way)
            let (found, result) = try beside { Result { try texts(statement, way) } }
            #expect(found == "Ann")
            #expect(throws: StoreError.self) { try result.get() }
            #expect(try notes(way) == ["one", "two"])
            #expect(try texts("SELECT pg_backend_pid()::text", way) == process)
        }
    }

    /// PostgreSQL holds the answer back as long as it works on what came with the question.
    @Test func `a statement that takes too long has the question fail too`() throws {
        var limits = PostgresSession.Limits()
        limits.statement = 1
        let hasty = PostgresSession(url, limits: limits)
        let ask = { (statement: Statement) throws in
            try hasty.first(
                "SELECT name FROM owners", { row throws(PostgresError) in try row.text() },
                beside: { Result { try hasty.run(statement) } }
            ).found
        }
        #expect(throws: StoreError.self) { try ask("SELECT pg_sleep(3)") }
        #expect(try ask("SELECT 2") == "Ann")
    }

    @Test(arguments: [Way.listed, .listedWithValues], [false, true])
    func `a list that is enough, or wrong, is read to its end unseen`(
        way: Way, isWrong: Bool
    ) throws {
        let long: Statement =
            way == .listedWithValues
            ? "SELECT n FROM generate_series(1, \(20_000)::int) n"
            : "SELECT n FROM generate_series(1, 20000) n"
        var numbers: [Int64] = []
        let (found, result) = try beside {
            Result {
                try session.stream(long) { row throws(PostgresError) in
                    numbers.append(try row.integer())
                    if isWrong, numbers.count == 3 { throw PostgresError(.unexpectedRow, "") }
                    return numbers.count < 3
                }
            }
        }
        #expect(found == "Ann" && numbers == [1, 2, 3])
        if isWrong { #expect(throws: StoreError.self) { try result.get() } }
        #expect(try notes(way) == ["one", "two"])
    }

    @Test func `a question goes out beside no transaction`() throws {
        let (found, result) = try beside {
            Result {
                try session.transaction { () throws(StoreError) in
                    try session.first("SELECT is_called FROM asked") {
                        row throws(PostgresError) in try row.flag()
                    }
                }
            }
        }
        #expect(found == "Ann")
        #expect(try result.get() == false)
        #expect(try asked() == "1\n")
    }

    @Test func `a question that hangs is not waited for twice`() throws {
        var limits = PostgresSession.Limits()
        limits.statement = 1
        let hasty = PostgresSession(url, limits: limits, activity: activity)
        try session.transaction { () throws(StoreError) in
            try session.run("LOCK TABLE owners")
            let before = activity.roundTrips
            #expect(throws: StoreError.self) {
                try hasty.first(
                    "SELECT name FROM owners", { row throws(PostgresError) in try row.text() },
                    beside: { _ = Result { try hasty.run("SELECT 2") } })
            }
            #expect(activity.roundTrips == before + 1)
        }
    }

    @Test func `a database that is away is not waited for twice`() throws {
        let lost = PostgresSession("postgresql:///x?host=/nowhere", activity: activity)
        let before = activity.roundTrips
        #expect(throws: StoreError.self) {
            try lost.first(
                "SELECT 1", { row throws(PostgresError) in try row.integer() },
                beside: { _ = Result { try lost.run("SELECT 2") } })
        }
        // As often as one statement.
        #expect(activity.roundTrips == before + 2)
    }
}
