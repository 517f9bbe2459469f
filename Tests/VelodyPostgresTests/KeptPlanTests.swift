import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// First pages without conditions, which PostgreSQL plans once for each connection.
@Suite struct KeptPlanTests {
    private let library: ScratchLibrary
    private let session: PostgresSession

    init() throws {
        library = try ScratchLibrary()
        try library.logPlans()
        session = library.session
    }

    private func firstPage(_ limit: Int = PageSize.usual) throws -> String {
        let store = PostgresCatalogStore(session)
        return try library.plans {
            _ = try store.artists(search: nil, after: nil, limit: limit)
        }
    }

    @Test func `a first page is prepared once, and one of another size is planned each time`()
        throws
    {
        try library.sql("ALTER ROLE velody_app SET log_min_duration_statement = 0")
        #expect(try firstPage().contains(" parse s"))
        for _ in 0..<2 {
            let again = try firstPage()
            #expect(again.contains(" execute s"), "\(again)")
            #expect(!again.contains(" parse "), "\(again)")
            let other = try firstPage(PageSize.usual - 1)
            #expect(other.contains(" parse <unnamed>"), "\(other)")
        }
    }

    @Test func `a plan that was made for few names is made anew once there are many`() throws {
        try library.fill(tracks: 500)
        #expect(try firstPage().contains("Seq Scan on browse_artists"))
        try library.addNames(to: "browse_artists")
        let plan = try firstPage()
        #expect(plan.contains("using browse_artists_pkey on"), "\(plan)")
        #expect(!plan.contains("Seq Scan on browse_artists"), "\(plan)")
    }
}
