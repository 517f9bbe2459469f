import Synchronization
import Testing
import VelodyDomain
import VelodyServices

/// Who receives which upload, and who is asked to stop.
@Suite struct RunningUploadsTests {
    private let id = UploadID(random: [UInt8](repeating: 1, count: 16))

    /// Counts how often it was interrupted.
    private final class Holder: Sendable {
        let count = Mutex(0)
        var interrupt: @Sendable () -> Void { { self.count.withLock { $0 += 1 } } }
        var interruptions: Int { count.withLock { $0 } }
    }

    @Test func `a holder is interrupted and knows that it was displaced`() {
        let running = RunningUploads()
        let holder = Holder()
        let turn = running.begin(id, interrupt: holder.interrupt)
        #expect(!turn.isDisplaced)
        running.displace(id)
        #expect(turn.isDisplaced)
        #expect(holder.interruptions == 1)
    }

    @Test func `a turn that is over is not interrupted, and ending late ends no other`() {
        let running = RunningUploads()
        let first = Holder()
        let second = Holder()
        let turn = running.begin(id, interrupt: first.interrupt)
        _ = running.begin(id, interrupt: second.interrupt)
        running.end(turn)
        running.displace(id)
        #expect(first.interruptions == 0)
        #expect(second.interruptions == 1)
    }
}
