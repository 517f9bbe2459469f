package import VelodyDomain

/// A refused file, as its owner is told of it.
package struct QuarantineEntry: Sendable {
    package let id: UploadID
    /// In bytes; nil where a crash left no file.
    package let sizeBytes: Int64?
    package let since: Timestamp
    /// The contract's code, and the inspection's own; nil where the reason was lost.
    package let code: String?
    package let reason: String?
    package let detail: String?
    package let detectedType: String?
    package let filename: String?
    package let device: String?

    init(_ file: QuarantinedFile) {
        let said = QuarantineReason(json: file.reason)
        id = file.id
        sizeBytes = file.size
        since = file.since
        code = said?.code
        reason = said?.reason
        detail = said?.detail
        detectedType = said?.detectedType
        filename = said?.filename
        device = said?.deviceId
    }
}
