/// One answer.
///
/// `Content-Length` and the request's identifier are added by the transport.
package struct Response: Sendable {
    package var status: Status
    package var fields: Fields
    package var body: [UInt8]
    /// What the log line says of it beside what the transport knows.
    package var log = LogFacts()

    package init(_ status: Status, fields: Fields = Fields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// What a handler contributes to the one log line of its request.
package struct LogFacts: Sendable, Equatable {
    /// The matched route's pattern, never the raw path: `/api/v1/tracks/{id}`.
    package var route: String?
    package var deviceID: String?
    /// The problem's code, when the answer is one.
    package var code: String?
    /// For the log only: what really went wrong behind a 5xx.
    package var diagnostic: String?
    /// Whether the answer says no more than that the client broke off.
    package var isInterruption = false
    /// Time spent waiting for the database, in microseconds.
    package var databaseMicroseconds: Int64 = 0

    package init() {}
}
