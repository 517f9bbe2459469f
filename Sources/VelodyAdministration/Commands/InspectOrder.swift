import VelodyDomain
import VelodyServices

/// `velody-admin inspect FILE…`: needs neither database nor storage.
struct InspectOrder {
    private let paths: [String]
    private let encoding: LegacyEncoding?

    /// Reads the words after `inspect`.
    init(_ arguments: inout Arguments) throws(UsageError) {
        encoding = try Self.encoding(arguments.value("encoding"))
        var paths = [try arguments.next("a file")]
        while let path = arguments.next() { paths.append(path) }
        self.paths = paths
    }

    /// Tells of each file what the server would say; `wrong` where it would refuse one.
    func perform(with inspect: Inspect, on console: Console) throws(ServiceError) -> ExitCode {
        var code = ExitCode.fine
        for path in paths {
            let opinion = try inspect(path, encoding)
            console.tell(Self.record(of: path, opinion))
            if opinion.refusal != nil { code = .wrong }
        }
        return code
    }

    private static func encoding(_ word: String?) throws(UsageError) -> LegacyEncoding? {
        guard let word else { return nil }
        if let encoding = LegacyEncoding(rawValue: word) { return encoding }
        let known = LegacyEncoding.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("--encoding is one of \(known)")
    }

    private static func record(of path: String, _ opinion: FileInspection.Opinion) -> Record {
        let report = opinion.report
        let (verdict, reason) =
            switch report.verdict {
            case .accept: ("accept", opinion.refusal?.reason)
            case .quarantine(let reason): ("quarantine", reason)
            case .reject(let reason): ("reject", reason)
            }
        return Record(
            "inspection", text(path, opinion),
            [
                ("file", .text(path)), ("verdict", .text(verdict)), ("reason", .text(reason)),
                ("refusedAs", .text(opinion.refusal.map { ServiceError.code(of: $0).rawValue })),
                ("detectedType", .text(report.detectedType)), ("warnings", .texts(report.warnings)),
                ("audio", .object(report.properties.map(members))),
                ("metadata", .object(members(report.metadata))),
                ("picture", .object(report.picture.map(members))),
            ])
    }

    private static func members(_ heard: AudioProperties) -> [Record.Member] {
        [
            ("durationMs", .number(heard.durationMs)), ("bitRateKbps", .number(heard.bitRateKbps)),
            ("sampleRateHz", .number(heard.sampleRateHz)), ("channels", .number(heard.channels)),
            ("encoderDelay", .number(heard.encoderDelay)),
            ("encoderPadding", .number(heard.encoderPadding)),
        ]
    }

    private static func members(_ said: TrackMetadata) -> [Record.Member] {
        [
            ("title", .text(said.title)), ("artist", .text(said.artist)),
            ("artists", .texts(said.artists)), ("album", .text(said.album)),
            ("albumArtist", .text(said.albumArtist)), ("genre", .text(said.genre)),
            ("genres", .texts(said.genres)), ("discNumber", .number(said.discNumber)),
            ("discTotal", .number(said.discTotal)), ("trackNumber", .number(said.trackNumber)),
            ("trackTotal", .number(said.trackTotal)), ("year", .number(said.year)),
        ]
    }

    private static func members(_ picture: InspectionReport.Picture) -> [Record.Member] {
        [
            ("type", .text(picture.type.rawValue)), ("width", .number(picture.width)),
            ("height", .number(picture.height)), ("sizeBytes", .integer(picture.size)),
        ]
    }

    private static func text(_ path: String, _ opinion: FileInspection.Opinion) -> String {
        let report = opinion.report
        let audio = report.properties.map { heard in
            "\(heard.durationMs) ms, \(heard.bitRateKbps) kbit/s, \(heard.sampleRateHz) Hz, "
                + "\(heard.channels) channels"
        }
        let picture = report.picture.map { "\($0.type.rawValue), \($0.width) x \($0.height)" }
        let lines: [(String, String?)] = [
            ("file", path), ("would be", opinion.refusal?.detail ?? "taken"),
            ("type", report.detectedType), ("audio", audio),
            ("warnings", report.warnings.isEmpty ? nil : report.warnings.joined(separator: ", ")),
            ("title", report.metadata.title), ("artist", report.metadata.artist),
            ("album", report.metadata.album), ("picture", picture),
        ]
        return lines.compactMap { name, value in value.map { "\(name): \($0)" } }
            .joined(separator: "\n")
    }
}

extension Record.Value {
    fileprivate static func number(_ number: Int?) -> Record.Value {
        .integer(number.map { Int64($0) })
    }
}
