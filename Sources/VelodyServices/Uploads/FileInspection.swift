package import VelodyDomain

/// Says what the server would do with a file, without taking it.
///
/// Thread safe. Needs neither database nor storage.
package struct FileInspection: Sendable {
    /// What is found in a file, and what would become of it.
    package struct Opinion: Sendable {
        package let report: InspectionReport
        /// Why an upload of it would be refused; nil where it would be taken.
        package let refusal: UploadProblem?
    }

    private let inspector: any MediaInspector
    private let allowedTypes: Set<String>

    /// `allowedTypes` are those that uploads may have, such as `audio/mpeg`.
    package init(_ inspector: any MediaInspector, allowedTypes: Set<String>) {
        self.inspector = inspector
        self.allowedTypes = allowedTypes
    }

    /// Looks into `file`; its picture is written to `picture`.
    ///
    /// Text that does not say its encoding is read as `encoding`; guessed where that is nil. Throws
    /// `unavailable`.
    package func opinion(
        of file: OpenFile, picture: OpenFile, readingTextAs encoding: LegacyEncoding? = nil
    ) throws(ServiceError) -> Opinion {
        let report: InspectionReport
        do {
            report = try inspector.inspect(file, picture: picture, readingTextAs: encoding)
        } catch {
            throw ServiceError(error)
        }
        return Opinion(
            report: report, refusal: Verdict.problem(of: report, allowing: allowedTypes))
    }
}
