package import VelodyDomain

/// Looks into one file after the other.
///
/// Holds libmagic's database, so it is made once.
///
/// What it parses is hostile: it belongs into a process that may die.
package struct Inspector: ~Copyable {
    /// In bytes: how much of a file libmagic sees.
    private static let prefixSize = FileWindow.longestRead

    private let magic: MagicCookie

    private init(_ magic: consuming MagicCookie) { self.magic = magic }

    /// Makes an inspector; throws `unavailable` where libmagic has no database.
    package static func open() throws(MediaError) -> Inspector {
        Inspector(try MagicCookie.open())
    }

    /// Inspects `audio` and writes the chosen picture, byte for byte, to `picture`.
    ///
    /// `scanned` gets the report as it is before the tags are opened, if they are to be: should
    /// the process die over them, that report stands, with the warning `tags-unreadable`.
    /// Both descriptors stay the caller's, and are read and written at absolute offsets.
    /// Throws `inputOutput`; what is wrong with the file itself is in the report.
    package func inspect(
        audio: Int32, picture: Int32, scanned: (InspectionReport) -> Void
    ) throws(MediaError) -> InspectionReport {
        var file = try FileWindow.open(audio)
        let scan = try SongScan.scan(&file)
        var report = InspectionReport(
            verdict: scan.verdict, detectedType: scan.mediaType ?? "application/octet-stream",
            properties: scan.properties, warnings: scan.warnings.map(\.rawValue))
        // Where nothing but audio was found, libmagic could only be wrong.
        if !scan.isClean, file.size > 0 { try deny(&report, scan, &file) }
        guard report.verdict == .accept else { return report }
        scanned(report)
        try readTags(scan.places, to: picture, into: &report, &file)
        return report
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
        _ places: [TagPlace], to picture: Int32, into report: inout InspectionReport,
        _ file: inout FileWindow
    ) throws(MediaError) {
        let tags: TagReader
        do {
            tags = try TagReader(places, of: &file)
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
