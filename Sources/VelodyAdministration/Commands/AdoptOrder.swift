import VelodyDomain
import VelodyServices

/// `velody-admin adopt`.
struct AdoptOrder: Order {
    private let isCertain: Bool

    /// Reads the words after `adopt`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        isCertain = try arguments.flag("anyway")
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        let adoption = try tools.bond.adopt(isCertain: isCertain)
        console.tell(
            Record(
                "adopted",
                "The library has the storage \(adoption.storage): of \(adoption.sought) songs that were "
                    + "looked for \(adoption.found) are there.",
                [
                    ("storage", .text(adoption.storage.description)),
                    ("sought", .integer(Int64(adoption.sought))),
                    ("found", .integer(Int64(adoption.found))),
                ]))
        return .fine
    }
}
