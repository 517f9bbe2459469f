import FoundationEssentials
import VelodyHTTP
import VelodyServices

extension Problem {
    /// Translates whatever a route threw; what is not expected is `internal`.
    static func translate(_ error: any Error, requestID: String) -> Response {
        switch error {
        case let error as ServiceError: respond(error, requestID: requestID)
        case let error as RequestError: respond(error, requestID: requestID)
        case let error as APIError: respond(error, requestID: requestID)
        default:
            respond(
                ServiceError(
                    .internal, "Something went wrong.", diagnostic: String(describing: error)),
                requestID: requestID)
        }
    }

    private static func respond(_ error: ServiceError, requestID: String) -> Response {
        let entry = ProblemTable.entry(error.code)
        let problem = Problem(
            Status(entry.status), code: error.code.rawValue, title: entry.title,
            detail: error.detail, members: error.facts.map(member))
        var response = problem.response(requestID: requestID)
        response.log.diagnostic = error.diagnostic
        if let seconds = error.retryAfter { response.fields.set("Retry-After", String(seconds)) }
        if error.code == .unauthorized { response.fields.set("WWW-Authenticate", "Bearer") }
        for fact in error.facts { addUploadOffset(fact, to: &response) }
        return response
    }

    private static func member(_ fact: ServiceError.Fact) -> Member {
        switch fact {
        case .expectedOffset(let value): .integer("expectedOffset", value)
        case .offset(let value): .integer("offset", value)
        case .sizeBytes(let value): .integer("sizeBytes", value)
        case .maxBytes(let value): .integer("maxBytes", value)
        case .detectedType(let value): .string("detectedType", value)
        case .reason(let value): .string("reason", value)
        case .current(let track): .written("current") { $0.track(track) }
        case .epoch(let value): .string("epoch", value.uuidString.lowercased())
        }
    }

    private static func addUploadOffset(_ fact: ServiceError.Fact, to response: inout Response) {
        switch fact {
        case .expectedOffset(let value), .offset(let value):
            response.fields.set("Upload-Offset", String(value))
        case .sizeBytes, .maxBytes, .detectedType, .reason, .current, .epoch: break
        }
    }

    private static func respond(_ error: RequestError, requestID: String) -> Response {
        switch error {
        case .malformedJSON(let detail):
            Problem(Status(400), code: "malformed-json", title: "Malformed JSON", detail: detail)
                .response(requestID: requestID)
        case .invalid(let violations):
            Problem(
                Status(400), code: "invalid-request", title: "Invalid request",
                detail: "The request is not as the contract says.",
                members: [.violations(violations)]
            ).response(requestID: requestID)
        case .unsupportedMediaType(let expected):
            Problem(
                Status(415), code: "unsupported-media-type", title: "Unsupported media type",
                detail: "The body must be \(expected)."
            ).response(requestID: requestID)
        case .payloadTooLarge:
            Problem(
                Status(413), code: "payload-too-large", title: "Payload too large",
                detail: "The body is larger than this route takes."
            ).response(requestID: requestID)
        }
    }

    private static func respond(_ error: APIError, requestID: String) -> Response {
        switch error {
        case .notFound:
            return Problem(
                Status(404), code: "not-found", title: "Not found",
                detail: "There is nothing here."
            ).response(requestID: requestID)
        case .preconditionFailed:
            return Problem(
                Status(412), code: "precondition-failed", title: "Precondition failed",
                detail: "If-Match is not supported for media, except as *."
            ).response(requestID: requestID)
        case .rangeNotSatisfiable(let size):
            var response = Problem(
                Status(416), code: "range-not-satisfiable", title: "Range not satisfiable",
                detail: "The range begins beyond the end."
            ).response(requestID: requestID)
            response.fields.set("Content-Range", "bytes */\(size)")
            return response
        case .methodNotAllowed(let allow):
            var response = Problem(
                Status(405), code: "method-not-allowed", title: "Method not allowed",
                detail: "The resource does not support this method."
            ).response(requestID: requestID)
            response.fields.set("Allow", allow.map(\.name).joined(separator: ", "))
            return response
        }
    }
}
