/// A status code with its reason phrase (RFC 9110 section 15, RFC 4918, RFC 6585).
package struct Status: Hashable, Sendable {
    package let code: Int

    package init(_ code: Int) { self.code = code }

    package static let ok = Status(200)
    package static let created = Status(201)
    package static let noContent = Status(204)
    package static let notModified = Status(304)

    /// The registered phrase; `Unknown` for a code that this server never sends.
    package var reason: String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 422: "Unprocessable Content"
        case 423: "Locked"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        case 507: "Insufficient Storage"
        default: "Unknown"
        }
    }
}
