import VelodyHTTP

extension Response {
    /// An answer whose body is the JSON that `write` writes.
    static func json(_ status: Status, _ write: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        write(&writer)
        return json(status, writer)
    }

    /// An answer whose body is written already.
    static func json(_ status: Status, _ writer: JSONWriter) -> Response {
        var response = Response(status, body: writer.bytes)
        response.fields.set("Content-Type", "application/json")
        return response
    }
}
