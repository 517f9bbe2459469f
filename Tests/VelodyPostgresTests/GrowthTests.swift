import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// The library's size, as triggers keep it.
@Suite(.cluster) struct GrowthTests {
    private let library: ScratchLibrary

    init() throws { library = try ScratchLibrary() }

    private func sums() throws -> String {
        try library.sql(
            """
            SELECT what, sum(count), sum(bytes) FROM library_growth GROUP BY what
            HAVING sum(count) <> 0 ORDER BY what
            """)
    }

    /// What happens to tracks, files and pictures in a life.
    private func live() throws {
        try library.sql(ScratchLibrary.adding(25))
        try library.sql(
            """
            INSERT INTO artwork_assets (id, hash, mime_type, size_bytes, width, height, created_at)
            SELECT gen_random_uuid(), sha256(convert_to('p' || n, 'UTF8')), 'image/png', n, 1, 1,
                   now() - interval '90 days'
            FROM generate_series(1, 10) AS n
            """)
        try library.sql("DELETE FROM artwork_assets WHERE size_bytes > 6")
        try library.sql("UPDATE tracks SET deleted_at = now() WHERE title IN ('Song 7', 'Song 8')")
        try library.sql("UPDATE tracks SET deleted_at = NULL WHERE title = 'Song 8'")
        try library.sql(
            """
            UPDATE audio_assets SET collected_at = now()
            WHERE track_id = (SELECT id FROM tracks WHERE title = 'Song 7')
            """)
        // Within one transaction what was undone counts for nothing.
        try library.sql(
            """
            UPDATE tracks SET deleted_at = now() WHERE title = 'Song 9';
            UPDATE tracks SET deleted_at = NULL WHERE title = 'Song 9'
            """)
    }

    @Test func `a recount finds what the triggers kept`() throws {
        try live()
        let kept = try sums()
        #expect(kept.split(separator: "\n").count == 4)
        #expect(kept.contains("artwork|6|21"))
        #expect(kept.contains("audio|24|"))
        #expect(kept.contains("track|24|0"))
        try library.sql("SELECT recount_growth()")
        #expect(try sums() == kept)
        // By then each thing has the day of its own record.
        let days = try library.sql("SELECT count(DISTINCT day) FROM library_growth")
        #expect(days != "1\n" && days != "1")
    }

    @Test func `only the days after the one that is given count as growth`() throws {
        try library.sql(
            """
            INSERT INTO library_growth VALUES ('2026-01-01', 'audio', 3, 300),
              ('2026-01-02', 'audio', 1, 50), ('2026-01-03', 'artwork', 1, 7),
              ('2026-01-04', 'audio', -1, -20)
            """)
        let state = PostgresLibraryStateStore(library.session)
        // 2026-01-01T23:59:59Z, a moment later, and as long after that.
        let end = Timestamp(microseconds: 1_767_311_999_000_000)
        #expect(try state.size(grownAfter: end).grownBytes == 37)
        #expect(try state.size(grownAfter: end.advanced(bySeconds: 1)).grownBytes == -13)
        #expect(try state.size(grownAfter: end.advanced(bySeconds: 86_401)).grownBytes == -20)
        #expect(try state.size(grownAfter: end).audio == .init(count: 3, bytes: 330))
    }

    @Test func `the application cannot write the size itself`() throws {
        try live()
        let kept = try sums()
        for statement in ["DELETE FROM library_growth", "SELECT recount_growth()"] {
            _ = try TemporaryCluster.sql(statement, at: library.url)
        }
        #expect(try sums() == kept)
        let rights = "has_function_privilege('velody_app', 'recount_growth()', 'EXECUTE')"
        #expect(try library.sql("SELECT \(rights)").hasPrefix("f"))
    }
}
