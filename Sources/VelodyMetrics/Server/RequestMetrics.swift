package import VelodyHTTP

/// Counts requests by what the server made of them, never by what clients wrote.
///
/// Thread safe.
package final class RequestMetrics: Sendable {
    /// One request that was answered.
    package struct Answered: Sendable {
        package let method: Method
        package let status: Status
        package let duration: Duration
        /// Bytes of its body that were read.
        package let receivedBytes: Int64
        package let isClientGone: Bool
        package let facts: LogFacts

        package init(
            method: Method, status: Status, duration: Duration, receivedBytes: Int64,
            isClientGone: Bool, facts: LogFacts
        ) {
            self.method = method
            self.status = status
            self.duration = duration
            self.receivedBytes = receivedBytes
            self.isClientGone = isClientGone
            self.facts = facts
        }
    }

    /// In seconds: from a look-up to a long poll and the upload of a small song.
    private static let times = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    private let requests = Family(labels: ["route", "method", "status"], limit: 1_000) {
        Counter()
    }
    private let durations = Family(labels: ["route", "method"], limit: 150) {
        Histogram(bounds: RequestMetrics.times)
    }
    private let database = Histogram(bounds: RequestMetrics.times)
    private let received = Counter()
    private let clientsGone = Counter()
    private let finished = Family(labels: ["result"], limit: 3) { Counter() }
    private let refused = Family(labels: ["code"], limit: 50) { Counter() }

    package init() {}

    /// Counts a request whose answer was sent.
    package func note(_ answered: Answered) {
        let route = answered.facts.route ?? "none"
        let method = Self.name(answered.method)
        requests[route, method, String(answered.status.code)].add()
        durations[route, method].observe(answered.duration / .seconds(1))
        database.observe(Double(answered.facts.databaseMicroseconds) / 1_000_000)
        received.add(UInt64(clamping: answered.receivedBytes))
        if answered.isClientGone { clientsGone.add() }
        noteUpload(route, answered)
    }

    /// What an upload came to is told by the answer to its last request.
    private func noteUpload(_ route: String, _ answered: Answered) {
        guard route.hasPrefix("/api/v1/uploads") else { return }
        if let code = answered.facts.code { return refused[code].add() }
        guard route.hasSuffix("/finalize") || route.contains("/direct/") else { return }
        switch answered.status.code {
        case 201: finished["created"].add()
        case 200: finished["known"].add()
        default: break
        }
    }

    /// A client may write any word for a method.
    private static func name(_ method: Method) -> String {
        let known: [Method] = [.get, .head, .post, .put, .patch, .delete]
        return known.contains(method) ? method.name : "other"
    }

    /// Writes all of it.
    package func write(to page: inout Exposition) {
        page.counters(
            "velody_http_requests_total",
            "Requests that the server answered; what nginx answers itself is in its access log.",
            requests)
        page.histograms(
            "velody_http_request_duration_seconds",
            "Time from accepting a request to the end of its answer; uploads and waits take theirs.",
            durations)
        page.histogram(
            "velody_http_request_database_seconds",
            "How long a request waited for the database.", database)
        page.counter(
            "velody_http_received_bytes_total", "Bytes of request bodies, when their request ends.",
            received.value)
        page.counter(
            "velody_http_clients_gone_total", "Answers that could not be delivered.",
            clientsGone.value)
        page.counters(
            "velody_uploads_finished_total",
            "Uploads that ended in the library: as a new track (created) or as one that was known.",
            finished)
        page.counters(
            "velody_uploads_refused_total",
            "Answers of the upload routes that were problems, by code.", refused)
    }
}
