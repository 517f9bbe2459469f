import FoundationEssentials
import Testing
import VelodyRuntime
import VelodyTesting

/// A library that an earlier version made: the first migrations only, and something in every table.
struct OldLibrary: Sendable {
    static let sources = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    /// How many migrations there are.
    static let newest = ((try? FileManager().contentsOfDirectory(atPath: sources + "/sql")) ?? [])
        .count { $0.hasSuffix(".sql") }

    /// The superuser's, and the application's, way in.
    let ownerURL: String
    let url: String
    /// Reads a digest of what the earlier version kept, column by column, but for what is derived.
    private let reading: String

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
        for statement in Self.filling { try Self.sql(statement, on: ownerURL) }
        reading = try Self.sql(Self.describing, on: ownerURL)
    }

    /// What the first schema has a place for, and every later one.
    private static let filling = [
        ScratchLibrary.adding(25),
        "UPDATE tracks SET deleted_at = now() WHERE title = 'Song 7'",
        """
        INSERT INTO devices (id, platform, device_name, app_version, installation_id, token_hash,
                             created_at, last_seen_at, revoked_at)
        SELECT gen_random_uuid(), 'linux', 'Device ' || n, '1', gen_random_uuid(),
               sha256(n::text::bytea), now(), now(), CASE n WHEN 2 THEN now() END
        FROM generate_series(1, 2) n
        """,
        "INSERT INTO device_sync_cursors SELECT id, 3, now(), now() FROM devices",
        """
        INSERT INTO artwork_assets
        SELECT gen_random_uuid(), sha256('picture'), 'image/png', 9, 2, 2, now()
        """,
        "UPDATE tracks SET artwork_id = (SELECT id FROM artwork_assets) WHERE title = 'Song 3'",
        """
        INSERT INTO upload_sessions (id, device_id, status, offset_bytes, size_bytes, hash, is_direct,
          filename, created_at, expires_at, track_id, audio_asset_id, created_track, problem_code,
          problem_detail)
        SELECT gen_random_uuid(), d.id, status, 5, 5, sha256(status::bytea), false, 'a.mp3', now(),
               now(), CASE status WHEN 'finalized' THEN t.id END,
               CASE status WHEN 'finalized' THEN t.primary_asset_id END,
               CASE status WHEN 'finalized' THEN true END,
               CASE status WHEN 'rejected' THEN 'invalid-audio' END,
               CASE status WHEN 'rejected' THEN 'no song' END
        FROM (SELECT * FROM devices WHERE revoked_at IS NULL) d,
             (SELECT * FROM tracks WHERE title = 'Song 1') t,
             unnest(ARRAY['receiving', 'complete', 'finalized', 'rejected', 'expired']) AS status
        """,
    ]

    /// A statement that makes the one for the digest.
    private static let describing = """
        SELECT string_agg(format(
          'SELECT %L, count(*), md5(string_agg(row(%s)::text, $$,$$ ORDER BY row(%2$s)::text)) FROM %I',
          name, columns, name), ' UNION ALL ' ORDER BY name)
        FROM (SELECT table_name AS name,
                     string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS columns
              FROM information_schema.columns
              WHERE table_schema = 'public' AND table_name !~ '^(browse_|schema_migrations$)'
              GROUP BY table_name) AS kept
        """

    /// Runs all migrations; how it went.
    func migrate() throws -> VelodyRuntime.ExitStatus {
        var command = Command(Self.sources + "/sql/migrate", [ownerURL])
        command.descriptors[2] = -1
        return try command.output().status
    }

    /// Runs SQL as the superuser; rows one a line.
    @discardableResult
    func sql(_ statement: String) throws -> String { try Self.sql(statement, on: ownerURL) }

    @discardableResult
    private static func sql(_ statement: String, on url: String) throws -> String {
        let output = try Command(
            "psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement]
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

    /// A line for each table that the earlier version kept: its name, how many rows, and their digest.
    func digest() throws -> String { try sql(reading) }
}
