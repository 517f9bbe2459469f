import VelodyHTTP

/// The header section of an answer, in CGI's form (RFC 3875 section 6.3).
enum ResponseHead {
    static func bytes(of response: Response) -> [UInt8] {
        var text = "Status: \(response.status.code) \(response.status.reason)\r\n"
        for line in response.fields.lines { text += "\(line.name): \(line.value)\r\n" }
        if response.needsLength, response.fields["Content-Length"] == nil {
            text += "Content-Length: \(response.body.count)\r\n"
        }
        return Array((text + "\r\n").utf8)
    }
}

extension Response {
    /// Whether the web server sends a file instead of this body.
    var isRedirected: Bool { fields["X-Accel-Redirect"] != nil }

    /// Without a length a truncated answer would look whole (RFC 9110 section 8.6 names the
    /// exceptions).
    fileprivate var needsLength: Bool {
        status != .noContent && status != .notModified && !isRedirected
    }
}
