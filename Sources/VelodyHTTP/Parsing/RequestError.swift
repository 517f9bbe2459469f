/// Why a request could not be understood.
package enum RequestError: Error, Sendable, Equatable {
    /// The body is not JSON, not an object, or nested too deeply.
    case malformedJSON(String)
    /// The request is well-formed, but not as the contract says.
    case invalid([Violation])
    /// The request's own content type is not one that the route takes.
    case unsupportedMediaType(String)
    /// The body is larger than the route takes.
    case payloadTooLarge
}

/// One thing that is wrong with a request.
package struct Violation: Sendable, Equatable {
    /// Where it is.
    package enum Place: Sendable, Equatable {
        /// A JSON Pointer (RFC 6901) into the body.
        case pointer(String)
        /// The name of a query or path parameter.
        case parameter(String)
        /// The name of a header field.
        case header(String)
    }

    package let place: Place
    package let detail: String

    package init(_ place: Place, _ detail: String) {
        self.place = place
        self.detail = detail
    }
}
