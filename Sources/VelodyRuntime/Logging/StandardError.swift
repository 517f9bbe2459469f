import Glibc

/// Standard error, for what is said before there is a log.
package enum StandardError {
    /// Writes text as it is.
    package static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}
