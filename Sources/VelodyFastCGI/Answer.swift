import VelodyHTTP

/// A response as it goes to the web server: CGI's header section (RFC 3875 section 6.3), and the
/// bytes of the body that are sent.
struct Answer {
    let head: [UInt8]
    let body: [UInt8]

    /// - Parameters:
    ///   - response: what the application answered; to HEAD, what it would have sent to GET.
    ///   - method: the request's.
    ///   - requestID: goes out as `X-Request-Id` unless the response has one.
    init(_ response: Response, to method: Method, requestID: String) {
        let isBodiless = [.noContent, .notModified].contains(response.status)
        // The web server sends a file instead, and its length.
        let isRedirected = response.fields["X-Accel-Redirect"] != nil
        var fields = response.fields
        // Without a length a truncated answer would look whole (RFC 9110 section 8.6 names the
        // exceptions).
        if !isBodiless, !isRedirected, fields["Content-Length"] == nil {
            fields.set("Content-Length", String(response.body.count))
        }
        if fields["X-Request-Id"] == nil, !requestID.isEmpty, Fields.isSafe(requestID) {
            fields.set("X-Request-Id", requestID)
        }
        head = Self.head(response.status, fields)
        body = isBodiless || isRedirected || method == .head ? [] : response.body
    }

    private static func head(_ status: Status, _ fields: Fields) -> [UInt8] {
        var text = "Status: \(status.code) \(status.reason)\r\n"
        for line in fields.lines { text += "\(line.name): \(line.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }
}
