/// Why a file could not be inspected.
///
/// It says nothing about the file's worth.
package struct InspectionError: Error, Sendable {
    /// The kinds of failure a caller can act on.
    package enum Code: Sendable {
        /// No worker could be started, or none became free in time.
        case unavailable
        /// The worker was lost, or stopped at its deadline, before its scan told anything.
        case workerLost
    }

    package let code: Code
    /// For the log.
    package let diagnostic: String

    package init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}
