import VelodyHTTP

extension Response {
    /// An answer whose body is the JSON that `write` writes.
    static func json(_ status: Status, _ write: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        write(&writer)
        return json(writer.bytes, status)
    }

    /// An answer whose body is this JSON.
    static func json(_ bytes: [UInt8], _ status: Status = .ok) -> Response {
        var response = Response(status, body: bytes)
        response.fields.set("Content-Type", "application/json")
        return response
    }
}
