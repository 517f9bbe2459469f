import Testing
import VelodyDomain
import VelodyServices
import VelodyTesting

/// How long the room lasts, and when the owner is told.
struct CapacityTests {
    private static func capacity(
        daysLeft: Double = .infinity, reserves: Double = 10
    ) -> Capacity {
        let reserve: Int64 = 1_000_000
        let available = Int64(reserves * Double(reserve))
        let perDay = daysLeft.isInfinite ? 0 : Double(available - reserve) / daysLeft
        return Capacity(
            space: StorageSpace(total: 100_000_000, available: available, reserve: reserve),
            grownBytes: Int64(perDay.rounded()) * Int64(Capacity.window))
    }

    @Test(arguments: [
        (100, 10, 30, 90.0), (100, 10, 60, 45), (5, 10, 30, 0), (100, 0, 300, 10),
    ])
    func `days left are the usable room over the mean growth`(
        available: Int64, reserve: Int64, grown: Int64, days: Double
    ) {
        let space = StorageSpace(total: 200, available: available, reserve: reserve)
        #expect(Capacity(space: space, grownBytes: grown).daysLeft == days)
    }

    @Test(arguments: [0, 29, -500] as [Int64])
    func `what does not grow lasts for ever`(grown: Int64) {
        let space = StorageSpace(total: 200, available: 100, reserve: 0)
        #expect(Capacity(space: space, grownBytes: grown).daysLeft == nil)
    }

    @Test func `each threshold is told once, and again only after the room recovered`() {
        var watch = CapacityWatch()
        func told(_ days: Double) -> [CapacityWatch.Notice] {
            watch.note(Self.capacity(daysLeft: days))
        }
        #expect(told(100) == [])
        #expect(told(29) == [.crossed(.monthLeft)])
        #expect(told(28) == [])
        // Around the threshold is not beyond it.
        for days in [31.0, 29, 32, 29] { #expect(told(days) == []) }
        #expect(told(6) == [.crossed(.weekLeft)])
        #expect(told(5) == [])
        #expect(told(20) == [.recovered(.weekLeft)])
        #expect(told(50) == [.recovered(.monthLeft)])
        #expect(told(29) == [.crossed(.monthLeft)])
        #expect(told(.infinity) == [.recovered(.monthLeft)])
    }

    @Test func `several thresholds that are crossed at once are all told`() {
        var watch = CapacityWatch()
        let notices = watch.note(Self.capacity(daysLeft: 1, reserves: 1.5))
        #expect(
            notices == [.crossed(.monthLeft), .crossed(.weekLeft), .crossed(.nearReserve)])
    }

    @Test func `free room near the reserve is told, and without a reserve nothing is`() {
        var watch = CapacityWatch()
        #expect(watch.note(Self.capacity(reserves: 2)) == [])
        #expect(watch.note(Self.capacity(reserves: 1.9)) == [.crossed(.nearReserve)])
        #expect(watch.note(Self.capacity(reserves: 0)) == [])
        #expect(watch.note(Self.capacity(reserves: 3)) == [.recovered(.nearReserve)])
        let space = StorageSpace(total: 10, available: 0, reserve: 0)
        #expect(watch.note(Capacity(space: space, grownBytes: 0)) == [])
    }

    @Test func `a survey knows what grew within the window, and keeps its last word`() throws {
        let server = try MemoryServer()
        let vitals = LibraryVitals()
        func survey() -> [String?] {
            [
                Surveys.database(
                    server.database.makeStores().state, clock: server.clock, vitals: vitals),
                Surveys.storage(server.storage.blobs, clock: server.clock, vitals: vitals),
            ]
        }
        #expect(vitals.capacity == nil)
        try server.upload(Array(repeating: 1, count: 900))
        server.storage.setRoom(3_000)
        #expect(survey() == [nil, nil])
        #expect(vitals.capacity?.bytesPerDay == 30)
        #expect(vitals.capacity?.daysLeft == 100)
        server.clock.advance(seconds: 31 * 86_400)
        #expect(survey() == [nil, nil])
        #expect(vitals.capacity?.bytesPerDay == 0)
        server.storage.faults.fail(with: StorageError(.unavailable, "away"))
        #expect(survey() == [nil, "away"])
        #expect(vitals.space.isPassing == false)
        #expect(vitals.space.found?.available == 3_000)
    }
}
