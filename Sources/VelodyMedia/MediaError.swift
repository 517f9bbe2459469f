/// Why a file could not be looked into.
///
/// It says nothing about the file's worth.
package struct MediaError: Error, Sendable {
    /// The kinds of failure.
    package enum Code: Sendable {
        /// A library or its data is missing.
        case unavailable
        /// Reading the file, or writing its picture, failed.
        case inputOutput
        /// The tags are beyond what is read: too large, too many, compressed, or not understood.
        case tagsUnreadable
    }

    package let code: Code
    /// For the log; holds nothing from inside the file.
    package let diagnostic: String

    package init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}
