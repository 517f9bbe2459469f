/// Every problem of a configuration at once, one line each.
package struct SettingsError: Error, Sendable, CustomStringConvertible {
    /// Each names its variable; none shows a secret.
    package let problems: [String]

    package init(problems: [String]) { self.problems = problems }

    package var description: String {
        (["the configuration is not usable:"] + problems.map { "  " + $0 }).joined(separator: "\n")
    }
}
