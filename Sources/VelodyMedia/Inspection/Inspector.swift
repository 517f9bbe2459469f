package import VelodyDomain

/// Looks into one file after the other.
///
/// Holds libmagic's database and the tables of old encodings, so it is made once.
///
/// What it parses is hostile: it belongs into a process that may die.
package struct Inspector: ~Copyable {
    /// In bytes: how much of a file libmagic sees.
    private static let prefixSize = FileWindow.longestRead

    private let magic: MagicCookie
    private let decoders: [LegacyEncoding: LegacyDecoder]

    private init(_ magic: consuming MagicCookie) {
        self.magic = magic
        decoders = LegacyDecoder.openAll()
    }

    /// Makes an inspector; throws `unavailable` where libmagic has no database.
    package static func open() throws(MediaError) -> Inspector {
        Inspector(try MagicCookie.open())
    }

    /// Inspects `audio` and writes the chosen picture, byte for byte, to `picture`.
    ///
    /// Text that does not say its encoding is read as `encoding`; guessed where that is nil.
    /// `scanned` gets the report as it is before the tags are opened, if they are to be: should
    /// the process die over them, that report stands, with the warning `tags-unreadable`.
    /// Both descriptors stay the caller's, and are read and written at absolute offsets.
    /// Throws `inputOutput`, and `unavailable` over an encoding that the system does not have; what
    /// is wrong with the file itself is in the report.
    package func inspect(
        audio: Int32, picture: Int32, readingTextAs encoding: LegacyEncoding? = nil,
        scanned: (InspectionReport) -> Void
    ) throws(MediaError) -> InspectionReport {
        var file = try FileWindow.open(audio)
        let scan = try SongScan.scan(&file)
        var report = InspectionReport(
            verdict: scan.verdict, detectedType: scan.mediaType ?? "application/octet-stream",
            properties: scan.properties, warnings: scan.warnings.map(\.rawValue))
        // Where nothing but audio was found, libmagic could only be wrong.
        if !scan.isClean, file.size > 0 { try deny(&report, scan, &file) }
        // What is kept aside may be released, and is then to have its name.
        if case .reject = report.verdict { return report }
        let legacy = try legacyText(encoding)
        scanned(report)
        try readTags(scan.places, legacy, to: picture, into: &report, &file)
        return report
    }

    private func legacyText(_ encoding: LegacyEncoding?) throws(MediaError) -> LegacyText {
        guard let encoding else { return LegacyText() }
        guard let decoder = decoders[encoding] else {
            throw MediaError(.unavailable, "no table of \(encoding.rawValue)")
        }
        return LegacyText(decoder)
    }

    /// Refuses documents, programs and archives, whatever else the file holds.
    private func deny(
        _ report: inout InspectionReport, _ scan: Scan, _ file: inout FileWindow
    ) throws(MediaError) {
        let prefix = try file.bytes(at: 0, Self.prefixSize)
        let guess = magic.mediaType(of: prefix) ?? "application/octet-stream"
        if scan.mediaType == nil { report.detectedType = guess }
        guard DenyList.contains(guess), scan.verdict != .reject(.otherContainer) else { return }
        report = InspectionReport(verdict: .reject(.notAudio), detectedType: guess)
    }

    private func readTags(
        _ places: [TagPlace], _ legacy: LegacyText, to picture: Int32,
        into report: inout InspectionReport, _ file: inout FileWindow
    ) throws(MediaError) {
        let tags: TagReader
        do {
            tags = try TagReader(places, legacy, of: &file)
        } catch  where error.code == .tagsUnreadable {
            report.warnings.append(Finding.Warning.tagsUnreadable.rawValue)
            return
        }
        report.metadata = tags.metadata
        report.warnings += tags.warnings.map(\.rawValue)
        let choice = try CoverChoice(from: tags.pictures, &file)
        if choice.hasSkipped { report.warnings.append(Finding.Warning.pictureSkipped.rawValue) }
        guard let chosen = choice.picture, let header = choice.header else { return }
        let size = try PictureSink.write(chosen.source, to: picture, from: &file)
        report.picture = InspectionReport.Picture(
            type: header.type, width: header.width, height: header.height, size: Int64(size))
    }
}
