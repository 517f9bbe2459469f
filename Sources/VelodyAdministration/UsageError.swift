/// A command that was given wrongly.
struct UsageError: Error {
    /// One sentence for the operator.
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
