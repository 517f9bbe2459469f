import Testing
import VelodyHTTP
import VelodyMetrics
import VelodyTesting

/// What is counted of requests.
struct RequestMetricsTests {
    private let metrics = RequestMetrics()

    private func note(
        _ method: Method, _ route: String?, _ status: Int, code: String? = nil, bytes: Int64 = 0,
        isGone: Bool = false
    ) {
        var facts = LogFacts()
        facts.route = route
        facts.code = code
        facts.databaseMicroseconds = 2_000
        metrics.note(
            RequestMetrics.Answered(
                method: method, status: Status(status), duration: .milliseconds(20),
                receivedBytes: bytes, isClientGone: isGone, facts: facts))
    }

    private func scrape() throws -> Scrape {
        var page = Exposition()
        metrics.write(to: &page)
        return try Scrape(page.text)
    }

    @Test func `requests are counted by route, method and status`() throws {
        for _ in 1...3 { note(.get, "/api/v1/tracks", 200) }
        note(.get, "/api/v1/tracks", 401, code: "unauthorized")
        let page = try scrape()
        let labels = ["route": "/api/v1/tracks", "method": "GET"]
        let name = "velody_http_requests_total"
        #expect(page.value(name, labels.merging(["status": "200"]) { $1 }) == 3)
        #expect(page.value(name, labels.merging(["status": "401"]) { $1 }) == 1)
        #expect(page.value("velody_http_request_duration_seconds_count", labels) == 4)
        let bucket = "velody_http_request_duration_seconds_bucket"
        #expect(page.value(bucket, labels.merging(["le": "0.01"]) { $1 }) == 0)
        #expect(page.value(bucket, labels.merging(["le": "0.025"]) { $1 }) == 4)
        #expect(page.value("velody_http_request_database_seconds_count") == 4)
    }

    @Test func `what clients make up makes no series`() throws {
        for number in 0..<500 {
            note(Method("FOO\(number)"), nil, 404, code: "not-found")
        }
        let series = try scrape().series.filter { $0.hasPrefix("velody_http_requests_total{") }
        #expect(series == ["velody_http_requests_total{method=other,route=none,status=404}"])
    }

    @Test func `uploads are counted by what came of them`() throws {
        note(.put, "/api/v1/uploads/direct/{filename}", 201, bytes: 5_000_000_000)
        note(.post, "/api/v1/uploads/{id}/finalize", 200, bytes: 2)
        note(.patch, "/api/v1/uploads/{id}", 204, bytes: 10, isGone: true)
        note(.post, "/api/v1/uploads/{id}/finalize", 415, code: "unsupported-audio")
        note(.get, "/api/v1/tracks", 404, code: "not-found")
        let page = try scrape()
        #expect(page.value("velody_uploads_finished_total", ["result": "created"]) == 1)
        #expect(page.value("velody_uploads_finished_total", ["result": "known"]) == 1)
        #expect(
            page.metrics["velody_uploads_refused_total"]?.samples.map(\.labels)
                == [["code": "unsupported-audio"]])
        #expect(page.value("velody_http_received_bytes_total") == 5_000_000_012)
        #expect(page.value("velody_http_clients_gone_total") == 1)
    }
}
