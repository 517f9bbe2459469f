import VelodyHTTP
import VelodyServices

/// The one table from the contract's codes to status and title.
enum ProblemTable {
    /// Status and title of a service's refusal.
    static func entry(_ code: ServiceError.Code) -> (status: Int, title: String) {
        switch code {
        case .unauthorized: (401, "Unauthorized")
        case .invalidRequest: (400, "Invalid request")
        case .notFound: (404, "Not found")
        case .gone: (410, "Gone")
        case .unavailable: (503, "Unavailable")
        case .internal: (500, "Internal error")
        case .unsupportedMediaType: (415, "Unsupported media type")
        case .preconditionFailed: (412, "Precondition failed")
        case .trackDeleted: (409, "Track deleted")
        case .trackNotFound: (404, "Track not found")
        case .uploadTooLarge: (413, "Upload too large")
        case .insufficientStorage: (507, "Insufficient storage")
        case .offsetMismatch: (409, "Offset mismatch")
        case .uploadExceedsSize: (413, "Upload exceeds its size")
        case .digestMismatch: (400, "Digest mismatch")
        case .uploadLocked: (423, "Upload locked")
        case .uploadTakenOver: (409, "Upload taken over")
        case .uploadClosed: (409, "Upload closed")
        case .uploadIncomplete: (409, "Upload incomplete")
        case .hashMismatch: (422, "Hash mismatch")
        case .unsupportedAudio: (415, "Unsupported audio")
        case .invalidAudio: (422, "Invalid audio")
        case .resyncRequired: (410, "Resync required")
        }
    }
}
