import Glibc

/// A program to run: what, with which words, in which surroundings.
///
/// The child starts with every signal unblocked and at its default, and with no descriptor but
/// those of `descriptors` (all of the parent's own are expected to be close-on-exec).
package struct Command: Sendable {
    /// A path, or a name that is looked up in the parent's `PATH`.
    package var executable: String
    /// The words after the program's name.
    package var arguments: [String]
    /// The whole environment of the child; `nil` hands on the parent's.
    package var environment: [String: String]?
    /// Descriptors of the child (keys) and the parent's that they are copies of (values).
    package var descriptors: [Int32: Int32]
    /// Whether the child leads a process group of its own: Ctrl-C then passes it by, and
    /// `ChildProcess.kill` with `wholeGroup` reaches its descendants.
    package var leadsGroup: Bool
    /// Whether the child leads a session of its own, without a terminal; implies `leadsGroup`.
    package var leadsSession: Bool

    /// Describes a command that inherits standard input, output and error.
    package init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        descriptors: [Int32: Int32] = [0: 0, 1: 1, 2: 2], leadsGroup: Bool = false
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.descriptors = descriptors
        self.leadsGroup = leadsGroup
        self.leadsSession = false
    }
}
