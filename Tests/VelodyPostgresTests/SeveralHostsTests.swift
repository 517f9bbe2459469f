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
        let url = "postgresql://velody_app@/velody?target_session_attrs=read-write&\(words)"
        return try PostgresLibraryStateStore(PostgresSession(url)).schemaVersion()
    }

    /// As a machine that was switched off: it takes connections, and never says a word.
    @Test func `one that says nothing leaves time for the next one`() throws {
        let silent = try Listener.unix(directory.path + "/.s.PGSQL.5432")
        #expect(
            try version(at: "host=\(directory.path),\(cluster.folder)")
                == PostgresSchema.requiredVersion)
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
