import FoundationEssentials
import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// How PostgreSQL counts the open uploads, which health and metrics do every few seconds.
@Suite struct UploadPlanTests {
    private let library: ScratchLibrary

    init() throws {
        library = try ScratchLibrary()
        try library.logPlans()
        // Sessions are remembered for a month after they end, so nearly all are over.
        try library.sql(
            """
            INSERT INTO upload_sessions
              (id, device_id, status, size_bytes, hash, is_direct, filename, created_at, expires_at)
            SELECT gen_random_uuid(), d.id, CASE WHEN n <= 3 THEN 'receiving' ELSE 'expired' END, 10,
              sha256(n::text::bytea), false, 'song.mp3', now(), now() + interval '1 day'
            FROM devices d, generate_series(1, 20000) n;
            ANALYZE upload_sessions
            """)
    }

    @Test func `open uploads are counted by an index, however many are over`() throws {
        let store = PostgresLibraryStateStore(library.session)
        let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
        var open = 0
        let plans = try library.plans { open = try store.openUploads(now: now) }
        #expect(open == 3)
        let plan = plans.ranges(of: "NOT is_direct AND expires_at >").last.map {
            String(plans[$0.upperBound...])
        }
        let shown = try #require(plan)
        #expect(shown.contains("upload_sessions_open"), "\(shown)")
        #expect(!shown.contains("Seq Scan"), "\(shown)")
    }
}
