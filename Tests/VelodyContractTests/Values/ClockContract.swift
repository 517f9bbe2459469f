import Testing
import VelodyDomain
import VelodyRuntime
import VelodyTesting

/// ``Clock``, on the system's and on the one that tests move.
@Suite struct ClockContract {
    private static let clocks: [any Clock] = [ManualClock(), SystemClock()]

    @Test(arguments: clocks.indices)
    func `it tells a moment of this project's lifetime or later`(index: Int) {
        let start = Timestamp(microseconds: 1_767_225_600_000_000)
        #expect(Self.clocks[index].now() > start)
    }

    @Test func `the manual clock stands still until it is moved`() {
        let clock = ManualClock()
        let before = clock.now()
        #expect(clock.now() == before)
        clock.advance(seconds: 5)
        #expect(clock.now() == before.advanced(bySeconds: 5))
    }
}
