import Testing
import VelodyDomain
import VelodyPostgres
import VelodyTesting

/// What the log says of a transaction that does several things to one track.
@Suite(.serialized, .cluster) struct MergedActionTests {
    private enum Step: String {
        case edit = "title = gen_random_uuid()::text"
        case delete = "deleted_at = now()"
        case restore = "deleted_at = NULL"
    }

    private struct Case: Sendable, CustomTestStringConvertible {
        let start: String
        let steps: [Step]
        let action: String

        var testDescription: String { "\(start), then \(steps)" }

        init(_ start: String, _ steps: [Step], _ action: String) {
            self.start = start
            self.steps = steps
            self.action = action
        }
    }

    private static let cases = [
        Case("new", [.edit], "create"),
        Case("new", [.delete], "create"),
        Case("new", [.delete, .restore], "create"),
        Case("active", [.edit, .edit], "update"),
        Case("active", [.delete, .edit], "delete"),
        Case("active", [.edit, .delete], "delete"),
        Case("active", [.delete, .restore], "update"),
        Case("active", [.delete, .restore, .delete], "delete"),
        Case("deleted", [.edit], "update"),
        Case("deleted", [.restore, .edit], "restore"),
        Case("deleted", [.edit, .restore], "restore"),
        Case("deleted", [.restore, .delete], "update"),
        Case("deleted", [.restore, .delete, .restore], "restore"),
    ]

    /// S13, PL8.
    @Test(arguments: cases)
    private func `the action leads from before the transaction to after it`(_ each: Case) throws {
        let library = try ScratchLibrary()
        let add = ScratchLibrary.adding(1)
        if each.start != "new" { try library.sql(add) }
        if each.start == "deleted" { try library.sql("UPDATE tracks SET deleted_at = now()") }
        let before = try library.sql("SELECT last_event_id FROM library_state")
        let steps = each.steps.map { "UPDATE tracks SET \($0.rawValue)" }
        let all = (each.start == "new" ? [add] : []) + steps
        try library.sql(all.joined(separator: "; "))
        let actions = try library.sql("SELECT action FROM library_events WHERE id > \(before)")
        #expect(actions == each.action + "\n")
    }
}
