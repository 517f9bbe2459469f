import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// A library that an earlier version made: the first migrations only, and tracks.
struct OldLibrary: Sendable {
    static let sources = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    /// How many migrations there are.
    static let newest = ((try? FileManager().contentsOfDirectory(atPath: sources + "/sql")) ?? [])
        .count { $0.hasSuffix(".sql") }

    /// The superuser's, and the application's, way in.
    let ownerURL: String
    let url: String

    /// Makes one at migration `version`, in the suite's PostgreSQL.
    init(version: Int) throws {
        let cluster = try #require(TemporaryCluster.ofSuite)
        let name = "old\(UUID().uuidString.prefix(8).lowercased())"
        ownerURL = "postgresql://postgres@/\(name)?host=\(cluster.folder)"
        url = "postgresql://velody_app@/\(name)?host=\(cluster.folder)"
        _ = try cluster.sql("CREATE DATABASE \(name)")
        let script = #"""
            set -eu
            mkdir "$1"
            cp "$2/migrate" "$1"
            ls "$2"/0*.sql | head -n "$3" | xargs cp -t "$1"
            exec "$1/migrate" "$4"
            """#
        let status = try Command(
            "sh",
            [
                "-c", script, "sh", "\(cluster.folder)/\(name)", Self.sources + "/sql",
                String(version), ownerURL,
            ]
        ).output().status
        try #require(status.isSuccess)
        try sql(ScratchLibrary.adding(25))
        try sql("UPDATE tracks SET deleted_at = now() WHERE title = 'Song 7'")
    }

    /// Runs all migrations; how it went.
    func migrate() throws -> VelodyRuntime.ExitStatus {
        var command = Command(Self.sources + "/sql/migrate", [ownerURL])
        command.descriptors[2] = -1
        return try command.output().status
    }

    /// Runs SQL as the superuser; rows one a line.
    @discardableResult
    func sql(_ statement: String) throws -> String {
        let output = try Command(
            "psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", ownerURL, "-c", statement]
        ).output()
        try #require(output.status.isSuccess, "\(statement)")
        return output.text
    }

    /// Runs SQL as the application; whether it succeeded.
    func application(_ statement: String) -> Bool {
        let words = ["-Xq", "-o", "/dev/null", "-d", url, "-c", statement]
        return (try? Command("psql", words).output())?.status.isSuccess ?? false
    }

    /// The newest migration that was applied.
    var version: Int {
        get throws {
            let text = try sql("SELECT max(version) FROM schema_migrations")
            return Int(text.filter(\.isNumber)) ?? 0
        }
    }

    /// A digest of what every schema has of the owner's.
    func digest() throws -> String {
        try sql(
            """
            SELECT (SELECT md5(string_agg(row(id, title, artist, artists, album, version, created_at,
                      updated_at, deleted_at, primary_asset_id)::text, ',' ORDER BY id)) FROM tracks),
                   (SELECT md5(string_agg(row(id, track_id, hash, size_bytes, created_at)::text, ','
                      ORDER BY id)) FROM audio_assets),
                   (SELECT md5(string_agg(row(id, entity_id, action, version)::text, ','
                      ORDER BY id)) FROM library_events),
                   (SELECT row(epoch, last_event_id)::text FROM library_state)
            """)
    }
}
