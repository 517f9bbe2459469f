import Glibc
import Synchronization

/// A bounded queue of exchanges between threads.
///
/// Thread safe.
///
/// A byte in a pipe stands for each exchange in the ring, so that takers sleep in read(2).
final class HandOver: Sendable {
    private struct Ring: ~Copyable {
        var slots = InlineArray<64, Exchange?> { _ in nil }
        var head = 0
        var count = 0

        mutating func push(_ exchange: inout Exchange?) -> Bool {
            guard count < 64 else { return false }
            slots[(head + count) % 64] = exchange.take()
            count += 1
            return true
        }

        mutating func pop() -> Exchange? {
            guard count > 0 else { return nil }
            defer {
                head = (head + 1) % 64
                count -= 1
            }
            return slots[head].take()
        }
    }

    private let ring = Mutex(Ring())
    private let signal: Signal

    init() { signal = Signal() }

    /// Gives the exchange away, or back to the caller when the ring is full.
    func give(_ exchange: consuming Exchange) -> Exchange? {
        var slot: Exchange? = consume exchange
        if ring.withLock({ $0.push(&slot) }) { signal.raise() }
        return slot
    }

    /// Waits for an exchange; nil once the queue is closed and empty.
    func take() -> Exchange? {
        while signal.wait() {
            if let exchange = ring.withLock({ $0.pop() }) { return exchange }
        }
        return nil
    }

    /// Lets takers end once everything that was given is taken.
    func close() { signal.close() }
}
