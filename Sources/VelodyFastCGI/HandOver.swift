import Glibc
import Synchronization

/// A bounded queue of exchanges between threads.
///
/// Thread safe.
///
/// A byte in a pipe stands for each exchange in the ring, so that takers sleep in read(2).
final class HandOver: Sendable {
    /// The largest capacity.
    static let mostPlaces = 256

    private struct Ring: ~Copyable {
        let capacity: Int
        var slots = InlineArray<256, Exchange?> { _ in nil }
        var head = 0
        var count = 0
        var isClosed = false

        init(_ capacity: Int) { self.capacity = capacity }

        mutating func push(_ exchange: inout Exchange?) -> Bool {
            guard !isClosed, count < capacity else { return false }
            slots[(head + count) % HandOver.mostPlaces] = exchange.take()
            count += 1
            return true
        }

        mutating func pop() -> Exchange? {
            guard count > 0 else { return nil }
            defer {
                head = (head + 1) % HandOver.mostPlaces
                count -= 1
            }
            return slots[head].take()
        }
    }

    private let ring: Mutex<Ring>
    private let signal = Signal()

    /// For at most `capacity` exchanges, which is at most ``mostPlaces``.
    init(capacity: Int) {
        precondition((1...Self.mostPlaces).contains(capacity))
        ring = Mutex(Ring(capacity))
    }

    /// For poll(2): readable when an exchange waits, or the queue is closed.
    var descriptor: Int32 { signal.descriptor }

    /// How many exchanges wait at the moment.
    var count: Int { ring.withLock { $0.count } }

    /// Gives the exchange away, or back to the caller when the ring is full or closed.
    func give(_ exchange: consuming Exchange) -> Exchange? {
        var slot: Exchange? = consume exchange
        // Raised under the lock, so that closing cannot come between.
        ring.withLock { if $0.push(&slot) { signal.raise() } }
        return slot
    }

    /// Waits for an exchange; nil once the queue is closed and empty.
    func take() -> Exchange? {
        while signal.wait() {
            if let exchange = ring.withLock({ $0.pop() }) { return exchange }
        }
        return nil
    }

    /// Takes nothing more in; takers end once everything that was given is taken.
    func close() {
        ring.withLock { $0.isClosed = true }
        signal.close()
    }
}
