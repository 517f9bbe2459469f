/// Why a private instance could not be set up, started or asked.
package struct InstanceError: Error, Sendable {
    /// What kind of obstacle it is.
    package enum Code: Sendable {
        case usage, unreachable, missingPart, setup, notAnswering, running
    }

    /// What kind of obstacle it is.
    package let code: Code
    /// For the operator: what is wrong and, where known, the cure; never holds a secret.
    package let diagnostic: String

    init(_ code: Code, _ diagnostic: String) {
        self.code = code
        self.diagnostic = diagnostic
    }
}
