import Glibc
import Testing
import VelodyRuntime
import VelodyTesting

/// A database that is there, and yet cannot be used; and how all goes on by itself afterwards.
@Suite(.serialized, .instance) struct DatabaseAwayTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private func backends() throws -> [Int32] {
        try instance.sql("SELECT pid FROM pg_stat_activity WHERE usename = 'velody_app'")
            .split(separator: "\n").compactMap { Int32($0) }
    }

    @Test func `a restart of the database is 503 with Retry-After at most, and costs no byte`()
        throws
    {
        let upload = try BegunUpload(1, by: device)
        let pid = try #require(instance.pids()["postgres"])
        #expect(kill(pid, SIGINT) == 0)
        for _ in 0..<20 {
            let answer = try device.get("/tracks")
            if answer.status != 200 { try answer.expectUnavailable() }
        }
        try upload.expectToGoOn()
    }

    /// Else `jq` reads the log no further than to the first update of PostgreSQL.
    @Test func `what the database says as it ends sessions is no line of the log`() throws {
        for _ in 0..<4 {
            try instance.endSessions()
            _ = try instance.eventually {
                try device.get("/sync/changes?after=0&wait=1").status == 200 ? true : nil
            }
        }
        let lines = instance.log(of: "velody-server").split(separator: "\n")
        #expect(lines.count > 4)
        #expect(lines.filter { !$0.hasPrefix("{") || !$0.hasSuffix("}") } == [])
    }

    /// A standby under the primary's address; then the primary, without a word to the server.
    @Test func `while the database only reads, writing is 503, and comes back by itself`() throws {
        let upload = try BegunUpload(2, by: device)
        let setting = "default_transaction_read_only"
        _ = try instance.sql("ALTER DATABASE velody SET \(setting) = on")
        defer {
            // The session that lifts it must not be read-only itself.
            _ = try? instance.sql(
                "SET transaction_read_only = off; ALTER DATABASE velody RESET \(setting)")
        }
        try instance.endSessions()
        for _ in 0..<3 {
            try upload.sendRest().expectUnavailable()
            try device.prepare(upload.bytes + [0]).expectUnavailable()
            #expect(try device.get("/tracks").status == 200)
            #expect(try device.head("/uploads/\(upload.id)").value("upload-offset") == "5000")
        }
        _ = try instance.sql(
            "SET transaction_read_only = off; ALTER DATABASE velody RESET \(setting)")
        try upload.expectToGoOn()
    }

    @Test func `connections that are all taken are 503, and the next one that is free is used`()
        throws
    {
        let upload = try BegunUpload(3, by: device)
        // The same SQLSTATE, 53300, as of max_connections.
        _ = try instance.sql("ALTER ROLE velody_app CONNECTION LIMIT 0")
        defer { _ = try? instance.sql("ALTER ROLE velody_app CONNECTION LIMIT -1") }
        try instance.endSessions()
        for _ in 0..<3 {
            try device.get("/tracks").expectUnavailable()
            try upload.sendRest().expectUnavailable()
            #expect(try instance.http("GET", "/api/v1/health").status == 503)
        }
        _ = try instance.sql("ALTER ROLE velody_app CONNECTION LIMIT -1")
        try upload.expectToGoOn()
    }

    /// Each request has to be over within its deadline: 5 s for a statement, 3 s to connect.
    @Test func `a database that hangs costs no byte, and no thread more than its deadline`() throws
    {
        let upload = try BegunUpload(4, by: device)
        let pids = try backends() + [try #require(instance.pids()["postgres"])]
        for pid in pids { #expect(kill(pid, SIGSTOP) == 0) }
        do {
            defer { for pid in pids { kill(pid, SIGCONT) } }
            let limit = ["--max-time", "15"]
            let fields = ["Upload-Offset: 5000", "Content-Type: application/offset+octet-stream"]
            try instance.http(
                "PATCH", "/api/v1/uploads/\(upload.id)", token: device.token, fields: fields,
                body: Array(upload.bytes[5_000...]), options: limit
            ).expectUnavailable()
            try instance.http(
                "POST", "/api/v1/uploads/\(upload.id)/finalize", token: device.token,
                options: limit
            ).expectUnavailable()
            #expect(
                try instance.http("GET", "/api/v1/health", options: ["--max-time", "3"]).status
                    == 503)
        }
        try upload.expectToGoOn()
    }
}
