import VelodyServices

/// `velody-admin collect …`.
struct CollectOrder: Order {
    private let applies: Bool
    private let takesUnknown: Bool

    /// Reads the words after `collect`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        applies = try arguments.flag("apply")
        takesUnknown = try arguments.flag("unknown")
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        var count: Int64 = 0
        var bytes: Int64 = 0
        var unknown = 0
        let verb = applies ? "removed" : "would remove"
        try tools.collection.run(applies: applies, takesUnknown: takesUnknown) { item in
            let isLeft = item.kind == .unknown
            unknown += isLeft ? 1 : 0
            count += isLeft ? 0 : 1
            bytes += isLeft ? 0 : item.size
            console.tell(
                Record(
                    "collected",
                    "\(isLeft ? "left alone" : verb) \(item.kind.rawValue): \(item.name)",
                    [
                        ("kind", .text(item.kind.rawValue)), ("name", .text(item.name)),
                        ("sizeBytes", .integer(item.size)),
                        ("applied", .flag(applies && !isLeft)),
                    ]))
        }
        if unknown > 0 { console.complain(Self.hint(on: unknown)) }
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

    private static func hint(on unknown: Int) -> String {
        let (files, they) = unknown == 1 ? ("1 file is", "it") : ("\(unknown) files are", "they")
        return "\(files) left that this database never heard of. Is it an older one? "
            + "If \(they) may go: collect --apply --unknown."
    }
}
