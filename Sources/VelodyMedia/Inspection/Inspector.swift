import Glibc
package import VelodyDomain

/// Looks into one file after the other.
///
/// Holds libmagic's database, so it is made once.
///
/// What it parses is hostile: it belongs into a process that may die.
package struct Inspector: ~Copyable {
    /// In bytes: how much of a file libmagic sees.
    private static let prefixSize = 256 * 1024

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
        var status = stat()
        guard unsafe fstat(audio, &status) == 0 else {
            throw MediaError(.inputOutput, "fstat errno=\(errno)")
        }
        let size = Int(status.st_size)
        guard size > 0 else {
            return InspectionReport(verdict: .reject(.empty), detectedType: "inode/x-empty")
        }
        let guess = try mediaType(of: audio)
        if DenyList.contains(guess) {
            return InspectionReport(verdict: .reject(.notAudio), detectedType: guess)
        }
        let scan = try FrameScan(of: audio)
        var report = InspectionReport(
            verdict: scan.verdict, detectedType: scan.mediaType ?? guess,
            properties: scan.properties, warnings: scan.warnings.map(\.rawValue))
        guard scan.verdict == .accept else { return report }
        scanned(report)
        try readTags(of: audio, size: size, scan, to: picture, into: &report)
        return report
    }

    private func readTags(
        of audio: Int32, size: Int, _ scan: FrameScan, to picture: Int32,
        into report: inout InspectionReport
    ) throws(MediaError) {
        let tags: TagReader
        do {
            tags = try TagReader(audio, size: size, id3v2: scan.id3v2)
        } catch  where error.code == .tagsUnreadable {
            report.warnings.append(Finding.Warning.tagsUnreadable.rawValue)
            return
        }
        report.metadata = tags.metadata
        report.warnings += tags.warnings.map(\.rawValue)
        let choice = CoverChoice(from: tags.pictures)
        if choice.hasSkipped { report.warnings.append(Finding.Warning.pictureSkipped.rawValue) }
        guard let chosen = choice.picture, let header = choice.header else { return }
        try PictureSink.write(chosen.bytes, to: picture)
        report.picture = InspectionReport.Picture(
            type: header.type, width: header.width, height: header.height,
            size: Int64(chosen.bytes.count))
    }

    private func mediaType(of audio: Int32) throws(MediaError) -> String {
        let prefix = try FileBytes.read(Self.prefixSize, at: 0, of: audio)
        return magic.mediaType(of: prefix) ?? "application/octet-stream"
    }
}
