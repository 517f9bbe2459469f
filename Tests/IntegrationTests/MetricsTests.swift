import FoundationEssentials
import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// What `GET /metrics` tells, through nginx.
@Suite(.serialized, .instance) struct MetricsTests {
    private let instance: RunningInstance
    private let device: TestDevice

    init() throws {
        instance = try #require(RunningInstance.ofSuite)
        device = try TestDevice(on: instance)
    }

    private func scrape() throws -> Scrape {
        let answer = try instance.http("GET", "/metrics")
        #expect(answer.status == 200)
        #expect(answer.value("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        return try Scrape(answer.text)
    }

    /// The server counts a request once its answer is sent: a moment after it is here.
    private func eventually(_ isSo: (Scrape) throws -> Bool) throws -> Scrape? {
        try instance.eventually {
            let page = try scrape()
            return try isSo(page) ? page : nil
        }
    }

    private static func requests(
        _ page: Scrape, _ method: String, _ route: String, _ status: Int
    ) -> Double {
        let labels = ["route": route, "method": method, "status": String(status)]
        return page.value("velody_http_requests_total", labels) ?? 0
    }

    @Test func `requests move their own counters, by as many as there were`() throws {
        let before = try scrape()
        for _ in 1...5 { #expect(try device.get("/tracks?limit=1").status == 200) }
        let unknown = "00000000-0000-4000-8000-000000000000"
        #expect(try device.get("/tracks/\(unknown)").status == 404)
        #expect(try instance.http("GET", "/api/v1/tracks").status == 401)
        let routes = [
            ("/api/v1/tracks", 200, 5.0), ("/api/v1/tracks/{id}", 404, 1),
            ("/api/v1/tracks", 401, 1),
        ]
        let after = try eventually { page in
            routes.allSatisfy { route, status, count in
                Self.requests(page, "GET", route, status)
                    == Self.requests(before, "GET", route, status) + count
            }
        }
        let name = "velody_http_request_duration_seconds_count"
        let labels = ["route": "/api/v1/tracks", "method": "GET"]
        #expect(
            after?.value(name, labels) == (before.value(name, labels) ?? 0) + 6)
    }

    @Test func `an upload moves bytes, uploads, events, inspections and the library's size`() throws
    {
        let before = try scrape()
        let bytes = SongFixture(title: "counted", seed: 300).bytes
        #expect(try device.upload(bytes).status == 201)
        #expect(try device.upload([1, 2, 3]).status == 415)
        let open = try device.open(Array(repeating: 7, count: 900))
        func grown(_ page: Scrape, _ name: String, _ labels: [String: String] = [:]) -> Double {
            (page.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0)
        }
        let after = try eventually { page in
            grown(page, "velody_library_tracks", ["status": "active"]) == 1
                && grown(page, "velody_uploads_open") == 1
        }
        let page = try #require(after)
        #expect(grown(page, "velody_http_received_bytes_total") >= Double(bytes.count + 3))
        #expect(grown(page, "velody_uploads_finished_total", ["result": "created"]) == 1)
        #expect(grown(page, "velody_uploads_refused_total", ["code": "unsupported-audio"]) == 1)
        #expect(grown(page, "velody_inspector_runs_total") == 2)
        #expect(grown(page, "velody_library_last_event") == 1)
        #expect(grown(page, "velody_library_files", ["kind": "audio"]) == 1)
        #expect(grown(page, "velody_library_bytes", ["kind": "audio"]) == Double(bytes.count))
        #expect(try device.delete("/uploads/\(open)").status == 204)
    }

    /// Of anything that a client makes up: paths, names, methods, tokens.
    @Test func `odd requests add no series`() throws {
        func odd(_ name: String) throws {
            for path in ["/api/v1/\(name)", "/api/v1/tracks/\(name)", "/api/\(name)/%2e%2e"] {
                _ = try instance.http("GET", path, token: name)
                _ = try instance.http("FOO-\(name.uppercased())", path, token: device.token)
            }
            _ = try instance.http("PUT", "/api/v1/uploads/direct/\(name)", body: [1])
        }
        try odd("first")
        let direct = "/api/v1/uploads/direct/{filename}"
        let known = try #require(
            try eventually { page in
                Self.requests(page, "PUT", direct, 401) >= 1
                    && Self.requests(page, "other", "none", 404) >= 2
                    && Self.requests(page, "GET", "/metrics", 200) >= 1
            })
        let count = Self.requests(known, "other", "none", 404)
        for number in 1...5 { try odd("made-up-" + String(repeating: "x", count: number)) }
        let page = try #require(
            try eventually { Self.requests($0, "other", "none", 404) >= count + 10 })
        #expect(page.series.subtracting(known.series) == [])
        #expect(!page.series.contains { $0.contains("made-up") || $0.contains("first") })
        #expect(page.series.count < 3_000)
    }

    @Test func `process, threads, database and storage are told`() throws {
        let page = try #require(
            try eventually { $0.value("velody_survey_passing", ["of": "storage"]) == 1 })
        #expect(page.value("velody_lane_threads", ["lane": "upload"]) == 16)
        // The one that answers.
        #expect((page.value("velody_lane_busy_threads", ["lane": "upload"]) ?? 0) >= 1)
        #expect(page.value("velody_lane_queued_requests", ["lane": "ingest"]) == 0)
        #expect((page.value("velody_database_connections", ["state": "open"]) ?? 0) >= 2)
        #expect(page.value("velody_database_timeouts_total") == 0)
        #expect((page.value("velody_storage_size_bytes") ?? 0) > 1_048_576)
        #expect(page.value("velody_storage_reserve_bytes") == 1_048_576)
        #expect(page.value("velody_survey_passing", ["of": "database"]) == 1)
        #expect(page.value("velody_library_damaged_files") == 0)
        let pid = try #require(instance.pids()["velody-server"])
        let status = try String(
            decoding: #require(FileManager().contents(atPath: "/proc/\(pid)/status")),
            as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        let resident = try #require(
            line.split(separator: " ").dropLast().last.flatMap { Double($0) })
        let told = try #require(page.value("process_resident_memory_bytes"))
        #expect(told > resident * 512 && told < resident * 2_048)
    }

    @Test func `counters begin anew with a new process, which says when it began`() throws {
        for _ in 1...3 { #expect(try device.get("/devices").status == 200) }
        let before = try #require(
            try eventually { Self.requests($0, "GET", "/api/v1/devices", 200) >= 3 })
        #expect(try instance.perform("restart").status.isSuccess)
        let after = try #require(
            try eventually {
                $0.value("process_start_time_seconds") != before.value("process_start_time_seconds")
            })
        #expect(Self.requests(after, "GET", "/api/v1/devices", 200) == 0)
        // What the database and the disk know does not begin anew.
        let events = try eventually { page in
            page.value("velody_library_last_event") == before.value("velody_library_last_event")
        }
        #expect(events != nil)
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2"])
    func `the page is for loopback's own address alone`(source: String) throws {
        let answer = try instance.http("GET", "/metrics", options: ["--interface", source])
        #expect(answer.status == (source == "127.0.0.1" ? 200 : 404))
        #expect(try instance.http("POST", "/metrics", body: []).status == 405)
    }

    @Test func `health tells room, growth and damage to a device alone`() throws {
        struct Health: Decodable {
            struct Capacity: Decodable {
                let totalBytes: Int64
                let freeBytes: Int64
                let reserveBytes: Int64
                let bytesPerDay: Int64
                let daysLeft: Int64?
            }
            let damagedFiles: Int?
            let capacity: Capacity?
        }
        let told = try #require(
            try instance.eventually { () throws -> Health? in
                let health = try device.get("/health").decode(Health.self)
                return health.capacity == nil ? nil : health
            })
        #expect(told.damagedFiles == 0)
        let capacity = try #require(told.capacity)
        #expect(capacity.totalBytes >= capacity.freeBytes && capacity.freeBytes > 0)
        #expect(capacity.reserveBytes == 1 << 20)
        let open = try instance.http("GET", "/api/v1/health").decode(Health.self)
        #expect(open.capacity == nil && open.damagedFiles == nil)
    }
}
