import Testing
import VelodyTesting

/// One PostgreSQL for all suites of the database's ports; each test has a database of its own.
struct SharedCluster: SuiteTrait, TestScoping {
    @TaskLocal static var ofSuite: TemporaryCluster?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let cluster = try TemporaryCluster()
        try await Self.$ofSuite.withValue(cluster, operation: function)
    }
}

extension Trait where Self == SharedCluster {
    /// A PostgreSQL for this suite.
    static var cluster: Self { SharedCluster() }
}
