import Synchronization
import VelodyDomain

/// A thread that hashes what another one hands it, and the buffers between the two.
///
/// Confined to the thread that made it.
final class HashingThread {
    private struct Buffers {
        var full: [(bytes: [UInt8], count: Int)] = []
        var empty: [[UInt8]]
    }

    /// Where the two meet.
    private final class Desk: Sendable {
        let buffers: Mutex<Buffers>
        let full: Semaphore
        let empty: Semaphore

        init(spare: [[UInt8]]) throws(ProcessError) {
            full = try Semaphore(0)
            empty = try Semaphore(spare.count)
            buffers = Mutex(Buffers(empty: spare))
        }
    }

    private let desk: Desk
    private var thread: WorkerThread?

    /// Starts it; throws when no descriptors are left.
    init(_ hashers: [any ContentHasher], bufferSize: Int) throws(ProcessError) {
        let spare = [[UInt8]](repeating: [UInt8](repeating: 0, count: bufferSize), count: 2)
        let desk = try Desk(spare: spare)
        self.desk = desk
        thread = WorkerThread.start("hashing") { Self.work(at: desk, hashers) }
    }

    /// Hands it a piece, for an empty buffer; waits while it is two pieces behind.
    func exchange(_ full: consuming [UInt8], count: Int) -> [UInt8] {
        desk.empty.wait()
        let piece = (bytes: full, count: count)
        let spare = desk.buffers.withLock { buffers in
            buffers.full.append(piece)
            return buffers.empty.removeLast()
        }
        desk.full.signal()
        return spare
    }

    /// Waits until it has hashed everything, and ends it.
    func finish() {
        // One without a piece is the end.
        desk.full.signal()
        thread.take()?.join()
    }

    private static func work(at desk: Desk, _ hashers: [any ContentHasher]) {
        while true {
            desk.full.wait()
            let next = desk.buffers.withLock { $0.full.isEmpty ? nil : $0.full.removeFirst() }
            guard let next else { return }
            for hasher in hashers { hasher.update(next.bytes.span.extracting(first: next.count)) }
            desk.buffers.withLock { $0.empty.append(next.bytes) }
            desk.empty.signal()
        }
    }
}
