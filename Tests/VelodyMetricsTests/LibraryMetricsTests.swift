import Testing
import VelodyDomain
import VelodyHTTP
import VelodyMetrics
import VelodyServices
import VelodyTesting

/// What is told of library, storage and lanes.
struct LibraryMetricsTests {
    private let vitals = LibraryVitals()
    private let clock = ManualClock()

    private func scrape() throws -> Scrape {
        var page = Exposition()
        page.library(vitals)
        return try Scrape(page.text)
    }

    @Test func `before the first survey only that is told`() throws {
        let page = try scrape()
        #expect(Set(page.metrics.keys) == ["velody_survey_passing"])
        #expect(page.value("velody_survey_passing", ["of": "database"]) == 0)
    }

    @Test func `the library's size, events and damage, and the room are told`() throws {
        let database = MemoryDatabase()
        let stores = database.makeStores()
        let writer = try LibraryWriter(registeredIn: stores)
        _ = try writer.publish(1, artwork: writer.artwork(7), in: stores)
        try database.makeRecords().markDamaged(writer.hash(1), as: .missing, now: clock.now())
        let storage = MemoryStorage()
        storage.setRoom(1_000_000)
        #expect(Surveys.database(stores.state, clock: clock, vitals: vitals) == nil)
        #expect(Surveys.storage(storage.blobs, clock: clock, vitals: vitals) == nil)
        let page = try scrape()
        #expect(page.value("velody_library_tracks", ["status": "active"]) == 1)
        #expect(page.value("velody_library_bytes", ["kind": "audio"]) == 100)
        #expect(page.value("velody_library_bytes", ["kind": "artwork"]) == 10)
        #expect(page.value("velody_library_damaged_files") == 1)
        #expect(page.value("velody_library_last_event") == 1)
        #expect(page.value("velody_uploads_open") == 0)
        #expect(page.value("velody_storage_available_bytes") == 1_000_000)
        #expect(page.value("velody_survey_passing", ["of": "storage"]) == 1)
        #expect(page.series.count { $0.hasPrefix("velody_library_epoch_info{epoch=") } == 1)
    }

    @Test func `what does not answer any more keeps its last word, and the time of it`() throws {
        let database = MemoryDatabase()
        _ = Surveys.database(database.makeStores().state, clock: clock, vitals: vitals)
        let before = try scrape()
        clock.advance(seconds: 60)
        database.faults.fail(with: StoreError(.unavailable, "away"))
        #expect(
            Surveys.database(database.makeStores().state, clock: clock, vitals: vitals) == "away")
        let page = try scrape()
        #expect(page.value("velody_survey_passing", ["of": "database"]) == 0)
        #expect(page.metrics["velody_library_tracks"] == before.metrics["velody_library_tracks"])
        let moment = "velody_survey_timestamp_seconds"
        #expect(page.value(moment, ["of": "database"]) == before.value(moment, ["of": "database"]))
    }

    @Test func `lanes are told apart`() throws {
        var page = Exposition()
        page.lanes(
            [
                LaneLoad(lane: .api, busy: 3, queued: nil),
                LaneLoad(lane: .ingest, busy: 1, queued: 5),
                LaneLoad(lane: .waiter, busy: 0, queued: 2, parked: 9),
            ],
            threads: { $0 == .api ? 8 : 1 })
        let scrape = try Scrape(page.text)
        #expect(scrape.value("velody_lane_threads", ["lane": "api"]) == 8)
        #expect(scrape.value("velody_lane_busy_threads", ["lane": "api"]) == 3)
        #expect(scrape.value("velody_lane_busy_threads", ["lane": "waiter"]) == nil)
        #expect(scrape.value("velody_lane_queued_requests", ["lane": "ingest"]) == 5)
        #expect(scrape.value("velody_lane_queued_requests", ["lane": "api"]) == nil)
        #expect(scrape.value("velody_parked_requests") == 9)
    }
}
