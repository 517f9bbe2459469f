import Testing
import VelodyTesting

/// One temporary directory for all suites of the storage's ports; each test has a root below it.
struct SharedFolder: SuiteTrait, TestScoping {
    @TaskLocal static var ofSuite: TemporaryDirectory?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let folder = try TemporaryDirectory()
        try await Self.$ofSuite.withValue(folder, operation: function)
    }
}

extension Trait where Self == SharedFolder {
    /// A temporary directory for this suite.
    static var folder: Self { SharedFolder() }
}
