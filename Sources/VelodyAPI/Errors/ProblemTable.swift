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
        case .blobMissing: (500, "Blob missing")
        case .resyncRequired: (410, "Resync required")
        }
    }

    /// A request that is not as the contract says.
    static func problem(_ error: RequestError) -> Problem {
        switch error {
        case .malformedJSON(let detail):
            Problem(Status(400), code: "malformed-json", title: "Malformed JSON", detail: detail)
        case .invalid(let violations):
            Problem(
                Status(400), code: "invalid-request", title: "Invalid request",
                detail: "The request is not as the contract says.",
                members: [.violations(violations)])
        case .unsupportedMediaType(let expected):
            Problem(
                Status(415), code: "unsupported-media-type", title: "Unsupported media type",
                detail: "The body must be \(expected).")
        case .payloadTooLarge:
            Problem(
                Status(413), code: "payload-too-large", title: "Payload too large",
                detail: "The body is larger than this route takes.")
        }
    }

    /// What the routes themselves refuse.
    static func problem(_ error: APIError) -> Problem {
        switch error {
        case .notFound:
            Problem(
                Status(404), code: "not-found", title: "Not found",
                detail: "There is nothing here.")
        case .preconditionFailed:
            Problem(
                Status(412), code: "precondition-failed", title: "Precondition failed",
                detail: "If-Match is not supported for media, except as *.")
        case .rateLimited:
            Problem(
                Status(429), code: "rate-limited", title: "Too Many Requests",
                detail: "Too many wrong tokens or secrets from this address. Try again later.")
        case .rangeNotSatisfiable:
            Problem(
                Status(416), code: "range-not-satisfiable", title: "Range not satisfiable",
                detail: "The range begins beyond the end.")
        case .methodNotAllowed:
            Problem(
                Status(405), code: "method-not-allowed", title: "Method not allowed",
                detail: "The resource does not support this method.")
        }
    }
}
