/// One request as the web server handed it over.
///
/// Not shared between threads.
package struct Request {
    package let method: Method
    /// The request target as the client sent it, query included (`REQUEST_URI`).
    package let target: String
    package let fields: Fields
    /// The web server's identifier of the request; also in its log.
    package let id: String
    /// The client's address, as the web server saw it; empty where it did not say.
    package let client: String
    /// The announced length of the body; nil where it was not announced (chunked, HTTP/2).
    package let contentLength: Int64?
    package let body: any RequestBody

    package init(
        method: Method, target: String, fields: Fields = Fields(), id: String,
        client: String = "", contentLength: Int64? = nil, body: any RequestBody = BufferedBody()
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.id = id
        self.client = client
        self.contentLength = contentLength
        self.body = body
    }

    /// The target's path, not decoded.
    package var path: Substring { target.prefix { $0 != "?" } }

    /// The target's query, not decoded; nil where there is no `?`.
    package var query: Substring? {
        target.firstIndex(of: "?").map { target[target.index(after: $0)...] }
    }
}
