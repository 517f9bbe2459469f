import VelodyDomain
import VelodyServices

/// `velody-admin quarantine …`.
enum QuarantineOrder: Order {
    case list
    case show(UploadID)
    case release(UploadID)
    case purge([UploadID])

    /// Reads the words after `quarantine`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        switch try arguments.next("list, show, release or purge") {
        case "list": self = .list
        case "show": self = .show(try Self.id(&arguments))
        case "release": self = .release(try Self.id(&arguments))
        case "purge":
            var ids = [try Self.id(&arguments)]
            while let word = arguments.next() { ids.append(try Self.id(word)) }
            self = .purge(ids)
        case let word: throw UsageError("quarantine \(word) is not known")
        }
    }

    func perform(with tools: Tools, on console: Console) throws(ServiceError) -> ExitCode {
        switch self {
        case .list:
            for entry in try tools.quarantine.list() { console.tell(Self.line(entry)) }
        case .show(let id): console.tell(Self.page(try tools.quarantine.entry(id)))
        case .release(let id): console.tell(Self.released(try tools.quarantine.release(id)))
        case .purge(let ids):
            for id in ids {
                try tools.quarantine.purge(id)
                console.tell(
                    Record("purged", "Removed \(id).", [("id", .text(id.description))]))
            }
        }
        return .fine
    }

    private static func id(_ arguments: inout Arguments) throws(UsageError) -> UploadID {
        try id(arguments.next("the upload's ID"))
    }

    private static func id(_ word: String) throws(UsageError) -> UploadID {
        guard let id = UploadID(word) else { throw UsageError("\(word) is not an upload's ID") }
        return id
    }

    private static func line(_ entry: QuarantineEntry) -> Record {
        let size = entry.sizeBytes.map(ByteCount.text) ?? "no file"
        let why = [entry.code, entry.reason].compactMap { $0 }.joined(separator: ", ")
        return Record(
            "quarantined",
            "\(entry.id)  \(entry.since.rfc3339)  \(size)  \(why)  \(entry.filename ?? "")",
            members(entry))
    }

    private static func page(_ entry: QuarantineEntry) -> Record {
        let lines: [(String, String?)] = [
            ("upload", entry.id.description), ("file name", entry.filename),
            ("size", entry.sizeBytes.map(ByteCount.text) ?? "no file"),
            ("since", entry.since.rfc3339), ("code", entry.code), ("reason", entry.reason),
            ("detected type", entry.detectedType), ("device", entry.device),
            ("detail", entry.detail),
        ]
        let text = lines.compactMap { name, value in value.map { "\(name): \($0)" } }
        return Record("quarantined", text.joined(separator: "\n"), members(entry))
    }

    private static func released(_ finished: UploadService.Finished) -> Record {
        let track = finished.track.id
        return Record(
            "released", "Released: it is the track \(track) now.",
            [
                ("trackId", .text(track.description)),
                ("audioAssetId", .text(finished.result.asset.description)),
                ("created", .flag(finished.result.created)),
                ("warnings", .texts(finished.track.audio.warnings)),
            ])
    }

    private static func members(
        _ entry: QuarantineEntry
    ) -> [(name: String, value: Record.Value)] {
        [
            ("id", .text(entry.id.description)), ("filename", .text(entry.filename)),
            ("sizeBytes", .integer(entry.sizeBytes)), ("quarantinedAt", .moment(entry.since)),
            ("code", .text(entry.code)), ("reason", .text(entry.reason)),
            ("detail", .text(entry.detail)), ("detectedType", .text(entry.detectedType)),
            ("deviceId", .text(entry.device)),
        ]
    }
}
