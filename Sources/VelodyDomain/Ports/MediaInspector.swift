/// Looks into files that nobody vouches for, without being harmed by them.
///
/// Thread safe.
package protocol MediaInspector: Sendable {
    /// Inspects one file; writes the chosen picture, if any, to `picture`.
    ///
    /// Text that does not say its encoding is read as `encoding`; guessed where that is nil.
    /// Blocks for at most the configured deadline. A worker that dies after its frame scan yields
    /// a report with warning `tags-unreadable`; one that dies earlier throws `workerLost`.
    func inspect(
        _ file: OpenFile, picture: OpenFile, readingTextAs encoding: LegacyEncoding?
    ) throws(InspectionError) -> InspectionReport
}
