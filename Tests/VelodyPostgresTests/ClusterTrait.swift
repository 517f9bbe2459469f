import Testing
import VelodyTesting

/// One PostgreSQL for a suite, whose tests make databases of their own in it.
struct ClusterTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let cluster = try TemporaryCluster()
        try await TemporaryCluster.$ofSuite.withValue(cluster, operation: function)
        extendLifetime(cluster)
    }
}

extension Trait where Self == ClusterTrait {
    /// A running PostgreSQL for this suite.
    static var cluster: Self { Self() }
}

extension TemporaryCluster {
    /// The PostgreSQL of the suite that the running test belongs to.
    @TaskLocal static var ofSuite: TemporaryCluster?
}
