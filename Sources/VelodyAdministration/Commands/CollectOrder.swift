import VelodyServices

/// `velody-admin collect …`.
struct CollectOrder: Order {
    private let applies: Bool

    /// Reads the words after `collect`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        applies = try arguments.flag("apply")
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        var count: Int64 = 0
        var bytes: Int64 = 0
        let verb = applies ? "removed" : "would remove"
        try tools.collection.run(applies: applies) { item in
            count += 1
            bytes += item.size
            console.tell(
                Record(
                    "collected", "\(verb) \(item.kind.rawValue): \(item.name)",
                    [
                        ("kind", .text(item.kind.rawValue)), ("name", .text(item.name)),
                        ("sizeBytes", .integer(item.size)), ("applied", .flag(applies)),
                    ]))
        }
        let hint = applies || count == 0 ? "" : "; --apply does it"
        console.tell(
            Record(
                "summary", "\(verb) \(count), \(ByteCount.text(bytes))\(hint)",
                [
                    ("count", .integer(count)), ("bytes", .integer(bytes)),
                    ("applied", .flag(applies)),
                ]))
        return .fine
    }
}
