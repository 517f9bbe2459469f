/// Why the file storage did not do what was asked.
package struct StorageError: Error, Sendable {
    /// The kinds of failure a caller can act on.
    package enum Code: Sendable {
        /// ENOSPC, EDQUOT, EFBIG, or the configured reserve would be touched.
        case insufficientSpace
        /// The file is not there.
        case missing
        /// Another holder has the lock and did not yield in time.
        case locked
        /// The storage root is missing, foreign, read-only or failing.
        case unavailable
        /// Any other error of the file system.
        case unexpected
    }

    package let code: Code
    /// For the log: the call and the errno's name; no original file name.
    package let diagnostic: String

    package init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}
