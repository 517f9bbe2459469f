package import VelodyHTTP

/// What is known of one exchange once it is over: one line of the log.
package struct ExchangeRecord: Sendable {
    package let requestID: String
    package let method: Method
    package let lane: Lane
    package let status: Status
    /// Bytes of the answer's body; 0 where the web server sends a file.
    package let bodyBytes: Int
    /// Bytes of the request's body that were read.
    package let receivedBytes: Int64
    /// Whether the answer could not be delivered.
    package let isClientGone: Bool
    package let duration: Duration
    package let facts: LogFacts
}
