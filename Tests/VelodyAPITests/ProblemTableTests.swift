import Testing
import VelodyServices

@testable import VelodyAPI

/// One table from code to status.
@Suite struct ProblemTableTests {
    @Test(arguments: ServiceError.Code.allCases)
    func `every code is kebab-case and has an error's status and a title`(
        code: ServiceError.Code
    ) {
        let entry = ProblemTable.entry(code)
        #expect((400..<600).contains(entry.status))
        #expect(!entry.title.isEmpty)
        #expect(code.rawValue.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == 0x2D })
    }

    @Test func `what trying again may help is 503 or 423`() {
        for code in [ServiceError.Code.unavailable, .uploadLocked] {
            #expect([423, 503].contains(ProblemTable.entry(code).status))
        }
    }
}
