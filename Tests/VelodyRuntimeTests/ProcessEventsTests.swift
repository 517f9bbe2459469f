import Synchronization
import Testing
import VelodyRuntime

/// What a process that looks after others hears.
@Suite struct ProcessEventsTests {
    private final class Heard: Sendable {
        private let events = Mutex<[ProcessEvents.Event]>([])

        func add(_ event: ProcessEvents.Event) { events.withLock { $0.append(event) } }

        var all: [ProcessEvents.Event] { events.withLock { $0 } }
    }

    /// Whoever waits for its children after it must come to wait.
    @Test func `the end of the lifeline is told once`() throws {
        let lifeline = try OwnedDescriptor.pipe().keepReader()
        let number = lifeline.number
        let heard = Heard()
        // In a thread of its own: the signals that it watches stay blocked where it was made.
        WorkerThread.start {
            var events = ProcessEvents(lifeline: number)
            for _ in 0..<4 { heard.add(events.next(within: 1)) }
        }.join()
        #expect(heard.all == [.stop, .timeout, .timeout, .timeout])
        _ = consume lifeline
    }
}
