/// Why the operating system refused to start, watch or connect processes.
package struct ProcessError: Error, Sendable {
    /// What was attempted.
    package enum Code: Sendable {
        case spawn, pipe, socket, lock, rename
    }

    /// What was attempted.
    package let code: Code
    /// One sentence for the operator; holds names of programs and paths, never secrets.
    package let diagnostic: String

    init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}

extension ProcessError: CustomStringConvertible {
    /// The diagnostic.
    package var description: String { diagnostic }
}
