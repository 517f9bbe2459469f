import VelodyDomain
import VelodyServices

/// `velody-admin verify …`.
struct VerifyOrder: Order {
    private var options = VerifyService.Options()
    private let bookmark: Bookmark?

    /// Reads the words after `verify`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        options.repairs = try arguments.flag("repair")
        options.believesLoss = try arguments.flag("all-lost")
        options.bytesPerSecond = try Self.rate(arguments.value("rate"))
        bookmark = arguments.value("state").map { Bookmark(path: $0) }
        let after = arguments.value("after")
        guard after == nil || bookmark == nil else {
            throw UsageError("--after and --state exclude each other")
        }
        options.after = try Self.place(after)
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        var options = options
        options.grace = tools.orphanGrace
        if let bookmark { options.after = try bookmark.read() }
        let standing = try tools.verification.run(options) { finding in
            console.tell(Self.record(of: finding))
        } advance: { standing in
            bookmark?.write(standing.after)
            console.show(
                Progress(
                    unit: "files", done: Int64(standing.done), total: Int64(standing.total),
                    bytes: standing.bytes))
        }
        bookmark?.remove()
        console.tell(Self.summary(standing))
        return standing.wrong == 0 ? .fine : .wrong
    }

    /// `10` or `0.5`: megabytes a second.
    private static func rate(_ word: String?) throws(UsageError) -> Int64? {
        guard let word else { return nil }
        guard let megabytes = Double(word), megabytes >= 0.001, megabytes <= 1_000_000 else {
            throw UsageError("--rate is a number of megabytes a second")
        }
        return Int64(megabytes * 1_000_000)
    }

    private static func place(_ word: String?) throws(UsageError) -> UInt8? {
        guard let word else { return nil }
        guard let place = Bookmark.place(word) else {
            throw UsageError("--after is two hex digits: where an earlier run came to")
        }
        return place
    }

    private static func record(of finding: Finding) -> Record {
        Record(
            "finding", "\(finding.kind.rawValue): \(finding.path) (\(advice(finding)))",
            [
                ("kind", .text(finding.kind.rawValue)), ("path", .text(finding.path)),
                ("sha256", .text(finding.content?.hex)),
                ("outcome", .text(finding.outcome.rawValue)),
            ])
    }

    private static func advice(_ finding: Finding) -> String {
        switch finding.outcome {
        case .repaired: finding.kind == .whole ? "whole again" : "repaired"
        case .uploadAgain: "upload the same file again, and it is healed"
        case .collect: "harmless; collect removes it in time"
        case .repair: "--repair puts it right"
        case .byHand: "left alone: look what it is"
        }
    }

    private static func summary(_ standing: VerifyService.Standing) -> Record {
        Record(
            "summary",
            "\(standing.done) files looked at, \(ByteCount.text(standing.bytes)) read: "
                + "\(standing.wrong) wrong, \(standing.repaired) put right.",
            [
                ("files", .integer(Int64(standing.done))), ("bytes", .integer(standing.bytes)),
                ("wrong", .integer(Int64(standing.wrong))),
                ("repaired", .integer(Int64(standing.repaired))),
            ])
    }
}
