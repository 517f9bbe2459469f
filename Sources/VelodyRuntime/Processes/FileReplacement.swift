import Glibc

/// Putting a finished file in the place of another.
package enum FileReplacement {
    /// Renames `source` to `path` in one step, over what is there (rename(2)).
    package static func rename(_ source: String, to path: String) throws(ProcessError) {
        guard unsafe Glibc.rename(source, path) == 0 else {
            throw ProcessError(.rename, "\(source) to \(path): \(reason(errno))")
        }
    }
}
