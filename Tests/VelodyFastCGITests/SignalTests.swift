import Testing

@testable import VelodyFastCGI

/// What wakes threads.
@Suite struct SignalTests {
    @Test func `a signal wakes once a raise, and closing ends waiting after the last one`() {
        let signal = Signal()
        signal.raise()
        signal.raise()
        signal.close()
        signal.raise()
        #expect(signal.wait())
        #expect(signal.wait())
        #expect(!signal.wait())
    }
}
