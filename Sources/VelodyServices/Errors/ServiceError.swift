package import FoundationEssentials
package import VelodyDomain

/// Why a service did not do what was asked, in the contract's terms.
package struct ServiceError: Error, Sendable {
    /// The contract's stable codes that services throw.
    package enum Code: String, Sendable, CaseIterable {
        case unauthorized
        case invalidRequest = "invalid-request"
        case notFound = "not-found"
        case gone
        case unavailable
        case `internal` = "internal"
        case unsupportedMediaType = "unsupported-media-type"
        case preconditionFailed = "precondition-failed"
        case trackDeleted = "track-deleted"
        case trackNotFound = "track-not-found"
        case uploadTooLarge = "upload-too-large"
        case insufficientStorage = "insufficient-storage"
        case offsetMismatch = "offset-mismatch"
        case uploadExceedsSize = "upload-exceeds-size"
        case digestMismatch = "digest-mismatch"
        case uploadLocked = "upload-locked"
        case uploadTakenOver = "upload-taken-over"
        case uploadClosed = "upload-closed"
        case uploadIncomplete = "upload-incomplete"
        case hashMismatch = "hash-mismatch"
        case unsupportedAudio = "unsupported-audio"
        case invalidAudio = "invalid-audio"
        case blobMissing = "blob-missing"
        case resyncRequired = "resync-required"
    }

    /// What a client needs to go on, beside the code.
    package enum Fact: Sendable, Equatable {
        /// Where the next PATCH must begin.
        case expectedOffset(Int64)
        /// How many bytes are durable.
        case offset(Int64)
        case sizeBytes(Int64)
        case maxBytes(Int64)
        /// What is wrong with the body as a whole.
        case wrongBody(String)
        /// The media type that the bytes turned out to be.
        case detectedType(String)
        /// The inspection's own code, such as `too-few-frames`.
        case reason(String)
        /// The record as it is, where the client's is older.
        case current(Track)
        /// The change log's present epoch.
        case epoch(UUID)
    }

    package let code: Code
    /// One sentence for a person; holds no path, title or secret.
    package let detail: String
    package var facts: [Fact]
    /// After how many seconds trying again may help; nil where it will not.
    package var retryAfter: Int?
    /// Whether the client itself broke off; nothing is wrong then.
    package let isInterruption: Bool
    /// What really went wrong, for the log only.
    package var diagnostic: String?

    package init(
        _ code: Code, _ detail: String, facts: [Fact] = [], retryAfter: Int? = nil,
        isInterruption: Bool = false, diagnostic: String? = nil
    ) {
        self.code = code
        self.detail = detail
        self.facts = facts
        self.retryAfter = retryAfter
        self.isInterruption = isInterruption
        self.diagnostic = diagnostic
    }
}
