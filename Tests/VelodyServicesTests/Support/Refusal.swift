import Testing
import VelodyServices

/// The error that `body` throws; an issue is recorded where it throws none.
func refusal(
    of body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) -> ServiceError? {
    #expect(throws: ServiceError.self, sourceLocation: sourceLocation, performing: body)
}
