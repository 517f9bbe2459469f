import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// The migration that adds browsing, over a library from before it.
@Suite struct BrowsingMigrationTests {
    /// PL6.
    @Test func `a library from before is browsed whole, and nothing of it changed`() throws {
        let library = try ScratchLibrary()
        let sources = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
        let old = "postgresql://postgres@/old?host=\(library.cluster.folder)"
        let psql = { (arguments: [String]) in
            try library.run("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", old] + arguments)
        }
        try library.sql("CREATE DATABASE old")
        // The first three migrations, then tracks, then all.
        try library.run(
            "sh",
            [
                "-c",
                #"set -e; mkdir "$1/sql"; cp "$2"/sql/migrate "$2"/sql/000[123]_*.sql "$1/sql"; "$1/sql/migrate" "$3""#,
                "sh", library.cluster.folder, sources, old,
            ])
        _ = try psql(["-c", ScratchLibrary.adding(25)])
        _ = try psql(["-c", "UPDATE tracks SET deleted_at = now() WHERE title = 'Song 7'"])
        let content = """
            SELECT (SELECT md5(string_agg((to_jsonb(t) - 'reread_at')::text, ',' ORDER BY id)) FROM tracks t),
                   (SELECT md5(string_agg(e::text, ',' ORDER BY id)) FROM library_events e),
                   (SELECT last_event_id FROM library_state)
            """
        let before = try psql(["-c", content])
        try library.run("\(sources)/sql/migrate", [old])
        #expect(try psql(["-c", content]) == before)
        #expect(
            try psql([
                "-c",
                """
                SELECT (SELECT count(*) FROM browse_tracks), (SELECT count(*) FROM audio_assets
                        WHERE said->>'album' = 'Album' AND said->'artists' = '["Artist"]'),
                       (SELECT track_count FROM browse_albums), (SELECT track_count FROM browse_artists)
                """,
            ]) == "25|25|24|24\n")
        let session = PostgresSession("postgresql://velody_app@/old?host=\(library.cluster.folder)")
        var list = TrackList()
        let found = try PostgresCatalogStore(session)
            .tracks(TrackQuery(), after: nil, limit: 500, to: &list)
        #expect(found == nil)
    }

    @Test func `the application may read what is derived, and not write it`() throws {
        let library = try ScratchLibrary()
        try library.addTracks(1)
        let write = "psql -Xq -d '\(library.url)' -c"
        for statement in [
            "DELETE FROM browse_tracks", "UPDATE browse_albums SET track_count = 9",
            "SELECT rebuild_browsing()",
        ] {
            let output = try library.run(
                "sh", ["-c", "\(write) '\(statement)' 2>&1 || echo refused"])
            #expect(output.contains("permission denied") && output.contains("refused"))
        }
        let backup = "postgresql://velody_backup@/velody?host=\(library.cluster.folder)"
        try library.run("sh", ["-c", "pg_dump -d '\(backup)' > /dev/null"])
    }
}
