/// A problem document (RFC 9457).
///
/// `type` is a stable relative reference made from the code; clients switch on `code`.
package struct Problem: Sendable {
    /// An extension member.
    package enum Member: Sendable {
        case integer(StaticString, Int64)
        case string(StaticString, String)
        case violations([Violation])
        /// A value that is written by a function.
        case written(StaticString, @Sendable (inout JSONWriter) -> Void)
    }

    package let status: Status
    package let code: String
    package let title: String
    package let detail: String
    package var members: [Member]

    package init(
        _ status: Status, code: String, title: String, detail: String, members: [Member] = []
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.members = members
    }

    /// Renders the document as the answer to the request of this identifier.
    package func response(requestID: String) -> Response {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "/problems/" + code)
            writer.member("title", title)
            writer.member("status", status.code)
            writer.member("detail", detail)
            writer.member("code", code)
            writer.member("requestId", requestID)
            for member in members { Self.write(member, into: &writer) }
        }
        var response = Response(status, body: writer.bytes)
        response.fields.set("Content-Type", "application/problem+json")
        response.log.code = code
        return response
    }

    private static func write(_ member: Member, into writer: inout JSONWriter) {
        switch member {
        case .integer(let name, let value): writer.member(name, value)
        case .string(let name, let value): writer.member(name, value)
        case .written(let name, let write):
            writer.name(name)
            write(&writer)
        case .violations(let violations):
            writer.name("errors")
            writer.array(violations) { writer, violation in
                writer.object { write(violation, into: &$0) }
            }
        }
    }

    private static func write(_ violation: Violation, into writer: inout JSONWriter) {
        switch violation.place {
        case .pointer(let pointer): writer.member("pointer", pointer)
        case .parameter(let name): writer.member("parameter", name)
        case .header(let name): writer.member("header", name)
        }
        writer.member("detail", violation.detail)
    }
}
