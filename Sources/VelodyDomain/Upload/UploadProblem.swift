/// Why a session was rejected; shown again whenever it is asked for.
package struct UploadProblem: Equatable, Sendable {
    /// The kinds of refusal, each with the contract's code.
    package enum Code: String, Sendable, CaseIterable {
        case hashMismatch = "hash-mismatch"
        case unsupportedAudio = "unsupported-audio"
        case invalidAudio = "invalid-audio"
    }

    package let code: Code
    /// The inspection's own stable code, such as `too-few-frames`; nil for a wrong hash.
    package let reason: String?
    /// A sentence for the owner.
    package let detail: String
    /// What the bytes are, where that is the reason.
    package let detectedType: String?

    package init(code: Code, reason: String?, detail: String, detectedType: String? = nil) {
        self.code = code
        self.reason = reason
        self.detail = detail
        self.detectedType = detectedType
    }
}
