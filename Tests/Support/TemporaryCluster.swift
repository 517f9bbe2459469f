import FoundationEssentials
import VelodyRuntime

/// A PostgreSQL of one suite's own, with the migrations applied by `sql/migrate`; it goes with this value.
package final class TemporaryCluster: Sendable {
    /// Why there is no cluster.
    package struct Failure: Error { package let output: String }

    /// The superuser's, and the application role's, way in.
    package let ownerURL: String
    package let url: String
    /// Where it all lies, and is reached.
    package var folder: String { server.folder }
    /// What the server logs to.
    package var log: String { "\(folder)/log" }
    private let server: PostgresGuard

    private static let orders = PostgresGuard.Orders(
        create: #"""
            as "$bin/initdb" -D "$1/data" -U postgres -E UTF8 --locale=C.UTF-8 --no-sync -A trust
            """#,
        options: "-c max_prepared_transactions=1",
        prepare: #"""
            psql -qX -h "$1" -U postgres -c 'CREATE DATABASE velody' >/dev/null
            "$2" "postgresql://postgres@/velody?host=$1"
            """#)

    package init() throws {
        let migrate =
            #filePath.split(separator: "/").dropLast(3)
            .reduce("") { $0 + "/" + $1 } + "/sql/migrate"
        server = try PostgresGuard(Self.orders, [migrate])
        ownerURL = "postgresql://postgres@/velody?host=\(server.folder)"
        url = "postgresql://velody_app@/velody?host=\(server.folder)"
    }

    /// Makes a database of one test's own, as migrated as the cluster's; it goes with the cluster.
    ///
    /// Nobody may be connected to the cluster's own database meanwhile.
    package func makeDatabase() throws -> String { try makeDatabase(from: "velody") }

    /// Makes a database with nothing in it, not even a schema; it goes with the cluster.
    package func makeEmptyDatabase() throws -> String { try makeDatabase(from: "template0") }

    private func makeDatabase(from template: String) throws -> String {
        let name = "t\(UUID().uuidString.prefix(8).lowercased())"
        try administer("CREATE DATABASE \(name) TEMPLATE \(template)")
        return "postgresql://velody_app@/\(name)?host=\(folder)"
    }

    /// Removes a database that was made here, whoever is connected to it.
    package func dropDatabase(_ url: String) throws {
        guard let name = url.firstMatch(of: #/@/(t[0-9a-f]{8})\?/#)?.1 else { return }
        try administer("DROP DATABASE \(name) WITH (FORCE)")
    }

    private func administer(_ statement: String) throws {
        let address = "postgresql://postgres@/postgres?host=\(folder)"
        let output = try Command("psql", ["-Xq", "-d", address, "-c", statement]).output()
        guard output.status.isSuccess else { throw Failure(output: "refused: \(statement)") }
    }

    /// Runs SQL as the superuser; rows one a line.
    package func sql(_ statement: String) throws -> String {
        try Self.sql(statement, at: ownerURL)
    }

    /// Runs SQL with the rights that `url` gives; rows one a line.
    package static func sql(_ statement: String, at url: String) throws -> String {
        try Command("psql", ["-X", "-A", "-t", "-q", "-d", url, "-c", statement]).output().text
    }
}
