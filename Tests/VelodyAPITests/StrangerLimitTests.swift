import Testing
import VelodyAPI
import VelodyTesting

/// How often one address may come with what is worth nothing.
struct StrangerLimitTests {
    private let clock = ManualClock()

    /// How many of some attempts are within the budget.
    private func allowed(_ limit: StrangerLimit, _ address: String, of count: Int) -> Int {
        (0..<count).count { _ in limit.note(address) == nil }
    }

    @Test func `so many at once, and then as many in a minute`() {
        let limit = StrangerLimit(perMinute: 20, clock: clock)
        #expect(allowed(limit, "192.0.2.1", of: 50) == 20)
        #expect(limit.note("192.0.2.1") == 3)
        clock.advance(seconds: 2)
        #expect(limit.note("192.0.2.1") == 1)
        clock.advance(seconds: 1)
        #expect(allowed(limit, "192.0.2.1", of: 5) == 1)
        clock.advance(seconds: 60)
        #expect(allowed(limit, "192.0.2.1", of: 50) == 20)
    }

    @Test func `addresses do not share a budget`() {
        let limit = StrangerLimit(perMinute: 1, clock: clock)
        #expect(allowed(limit, "192.0.2.1", of: 2) == 1)
        #expect(allowed(limit, "192.0.2.2", of: 2) == 1)
        #expect(allowed(limit, "", of: 2) == 1)
    }

    @Test(arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("2001:db8::1", "2001:db8::2", true),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("::1", "2001:db8::1", false),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ])
    func `of IPv6 a whole network does`(one: String, other: String, isShared: Bool) {
        let limit = StrangerLimit(perMinute: 1, clock: clock)
        #expect(limit.note(one) == nil)
        #expect((limit.note(other) != nil) == isShared)
    }

    @Test func `a clock that is set back locks nobody out`() {
        let limit = StrangerLimit(perMinute: 20, clock: clock)
        #expect(allowed(limit, "192.0.2.1", of: 20) == 20)
        clock.advance(seconds: -86_400)
        #expect((limit.note("192.0.2.1") ?? 0) <= 60)
        clock.advance(seconds: 60)
        #expect(limit.note("192.0.2.1") == nil)
    }

    @Test func `ever new addresses take no more memory, and are still let in`() {
        let limit = StrangerLimit(perMinute: 1, clock: clock)
        for number in 0..<20_000 {
            #expect(
                limit.note("10.\(number / 65_536).\(number / 256 % 256).\(number % 256)") == nil)
        }
        #expect(limit.remembered <= 4_096)
    }
}
