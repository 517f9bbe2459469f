import FoundationEssentials
import VelodyHTTP
import VelodyServices

extension Problem {
    /// Translates whatever a route threw; what is not expected is `internal`.
    static func translate(_ error: any Error, requestID: String) -> Response {
        switch error {
        case let error as ServiceError: respond(error, requestID: requestID)
        case let error as RequestError:
            ProblemTable.problem(error).response(requestID: requestID)
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
        response.log.isInterruption = error.isInterruption
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
        case .wrongBody(let detail): .violations([Violation(.pointer(""), detail)])
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
        case .sizeBytes, .maxBytes, .wrongBody, .detectedType, .reason, .current, .epoch: break
        }
    }

    private static func respond(_ error: APIError, requestID: String) -> Response {
        var response = ProblemTable.problem(error).response(requestID: requestID)
        switch error {
        case .notFound, .preconditionFailed: break
        case .rateLimited(let seconds): response.fields.set("Retry-After", String(seconds))
        case .rangeNotSatisfiable(let size):
            response.fields.set("Content-Range", "bytes */\(size)")
        case .methodNotAllowed(let allow):
            response.fields.set("Allow", allow.map(\.name).joined(separator: ", "))
        }
        return response
    }
}
