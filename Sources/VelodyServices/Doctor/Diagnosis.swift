/// What one look at the installation found.
package struct Diagnosis: Equatable, Sendable {
    /// How bad it is.
    package enum Verdict: String, Sendable {
        case fine
        /// It works, and somebody should look after it.
        case doubtful
        case wrong
        /// It could not be seen; whoever may see it can ask again.
        case unseen
    }

    /// What was looked at, in a word that stays: `disk`.
    package let check: String
    package let verdict: Verdict
    /// One sentence in plain words.
    package let finding: String
    /// What to do; nil where there is nothing.
    package let remedy: String?

    static func fine(_ check: String, _ finding: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .fine, finding: finding, remedy: nil)
    }

    static func doubtful(_ check: String, _ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .doubtful, finding: finding, remedy: remedy)
    }

    static func wrong(_ check: String, _ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .wrong, finding: finding, remedy: remedy)
    }

    static func unseen(_ check: String, _ finding: String, _ remedy: String) -> Diagnosis {
        Diagnosis(check: check, verdict: .unseen, finding: finding, remedy: remedy)
    }
}
