package import VelodyDomain

/// An inspector whose reports have the artists apart that an owner's separators part.
///
/// Thread safe.
package struct SeparatingInspector: MediaInspector {
    private let inspector: any MediaInspector
    private let separators: ArtistSeparators

    /// Lets `inspector` look into files.
    package init(_ inspector: any MediaInspector, _ separators: ArtistSeparators) {
        self.inspector = inspector
        self.separators = separators
    }

    package func inspect(
        _ file: OpenFile, picture: OpenFile, readingTextAs encoding: LegacyEncoding?
    ) throws(InspectionError) -> InspectionReport {
        var report = try inspector.inspect(file, picture: picture, readingTextAs: encoding)
        report.metadata = separators.applied(to: report.metadata)
        return report
    }
}
