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

    private func firstPage() throws -> String {
        let store = PostgresCatalogStore(session)
        return try library.plans {
            _ = try store.artists(search: nil, after: nil, limit: 100)
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
