/// The version of all programs, and of the package that brings them.
///
/// The one place where it is written; the change logs are compared with it.
package enum Version {
    /// As semver.org has it: `1.2.3`.
    package static let text = "0.1.0"

    /// Whether the words after a program's name ask for its version and nothing else.
    package static func isAsked(by words: some Sequence<String>) -> Bool {
        words.elementsEqual(["--version"])
    }

    /// What a program answers then: `velody-server 1.2.3` and a line feed.
    package static func line(of program: String) -> String { "\(program) \(text)\n" }
}
