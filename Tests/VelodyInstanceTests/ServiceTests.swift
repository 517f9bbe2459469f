import Testing
import VelodyRuntime

@testable import VelodyInstance

/// When a process that ended is started again, on a clock that the test turns.
struct ServiceTests {
    private func ended(_ service: Service) -> Bool {
        for _ in 0..<1_000 where !service.hasEnded() { ProcessEvents.pause(milliseconds: 10) }
        return service.pid == nil
    }

    /// Two seconds are promised, whoever dies and however often.
    @Test(arguments: [0, 499, 500, 3_600_000])
    func `who dies is due again within two seconds`(lifetime: Int) throws {
        let service = Service("brief", stopSignal: 15, say: { _ in }) {
            try Command("sh", ["-c", "exit 0"]).spawn()
        }
        var now = 1_000
        service.start(at: now)
        for death in 1...12 {
            now += lifetime
            // Until it has died, for the machine's clock goes on too.
            for _ in 0..<1_000 where service.dueAt == nil {
                service.tend(at: now)
                ProcessEvents.pause(milliseconds: 10)
            }
            let due = try #require(service.dueAt, "after death \(death)")
            #expect((now...now + 2_000).contains(due), "after death \(death)")
            if lifetime >= 500 { #expect(due <= now + 100, "after death \(death)") }
            service.tend(at: due - 1)
            #expect(service.pid == nil)
            service.tend(at: due)
            #expect(service.pid != nil)
            now = due
        }
        service.kill()
        #expect(ended(service))
    }
}
