import FoundationEssentials
import VelodyTesting

/// How PostgreSQL answers, as it says itself through `auto_explain`.
extension ScratchLibrary {
    /// Has the plan of each statement logged, from the application's next connections on.
    func logPlans() throws {
        try sql(
            """
            ALTER ROLE velody_app SET session_preload_libraries = 'auto_explain';
            ALTER ROLE velody_app SET auto_explain.log_min_duration = 0;
            """)
    }

    /// The plans that were logged while `body` ran.
    func plans(_ body: () throws -> Void) throws -> String {
        let before = try log().count
        try body()
        return String(decoding: try log().dropFirst(before), as: UTF8.self)
    }

    /// As many names as a library of a million tracks has: of a few hundred all are looked at.
    func addNames(to table: String) throws {
        try sql(
            """
            INSERT INTO \(table) (name, spelling, shown, track_count, duration_ms)
            SELECT 'made up ' || n, md5(n::text)::uuid, 'Made up ' || n, 1, 1
            FROM generate_series(1, 25000) AS n;
            ANALYZE \(table)
            """)
    }

    private func log() throws -> Data { try Data(contentsOf: URL(filePath: cluster.log)) }
}
