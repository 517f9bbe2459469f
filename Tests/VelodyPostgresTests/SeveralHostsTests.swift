import Testing
import VelodyPostgres
import VelodyRuntime
import VelodyTesting

/// Connection strings that name more than one server.
@Suite(.serialized, .cluster) struct SeveralHostsTests {
    private let cluster: TemporaryCluster
    private let directory: TemporaryDirectory

    init() throws {
        cluster = try #require(TemporaryCluster.ofSuite)
        directory = try TemporaryDirectory()
    }

    private func version(at words: String) throws -> Int {
        try version(of: "postgresql://velody_app@/velody?target_session_attrs=read-write&\(words)")
    }

    private func version(of conninfo: String) throws -> Int {
        try PostgresLibraryStateStore(PostgresSession(conninfo)).schemaVersion()
    }

    /// A folder as the host of a URL.
    private func escaped(_ folder: String) -> String {
        folder.split(separator: "/").reduce("") { $0 + "%2F" + $1 }
    }

    /// As a machine that was switched off: it takes connections, and never says a word.
    @Test func `one that says nothing leaves time for the next one`() throws {
        let silent = try Listener.unix(directory.path + "/.s.PGSQL.5432")
        let (first, second) = (directory.path, cluster.folder)
        for conninfo in [
            "postgresql://velody_app@/velody?host=\(first),\(second)",
            // As docs/OPERATIONS.md has it: of the ports that it does not name, libpq makes ",".
            "postgresql://velody_app@\(escaped(first)),\(escaped(second))/velody",
            "postgresql://velody_app@\(escaped(first)):5432,\(escaped(second))/velody",
            "host=\(first),\(second) user=velody_app dbname=velody",
        ] {
            #expect(try version(of: conninfo) == PostgresSchema.requiredVersion, "\(conninfo)")
        }
        extendLifetime(silent)
    }

    @Test func `one that is away, or only reads, is passed over`() throws {
        _ = try cluster.sql("ALTER ROLE velody_app SET default_transaction_read_only = on")
        #expect(throws: (any Error).self) {
            try version(at: "host=\(directory.path),\(cluster.folder)")
        }
        _ = try cluster.sql("ALTER ROLE velody_app RESET default_transaction_read_only")
        for words in [
            "host=\(directory.path),\(cluster.folder)",
            "host=\(directory.path),\(cluster.folder)&port=5433,5432",
            "host=\(cluster.folder),\(cluster.folder)&port=5433,5432",
        ] {
            #expect(try version(at: words) == PostgresSchema.requiredVersion)
        }
    }

    @Test func `where none can be used, each is told`() throws {
        let error = #expect(throws: (any Error).self) {
            try version(at: "host=\(directory.path),\(directory.path)/other")
        }
        #expect("\(try #require(error))".contains("other/.s.PGSQL.5432"))
    }
}
