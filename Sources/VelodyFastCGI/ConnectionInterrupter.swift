import Glibc
import Synchronization
import VelodyHTTP

/// Cuts one connection's incoming half, from any thread, as long as its exchange lives.
///
/// The blocked reader returns at once with what came; an answer can still be written.
final class ConnectionInterrupter: Interrupter {
    private let descriptor: Mutex<Int32>

    init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    func interrupt() {
        descriptor.withLock { number in
            if number >= 0 { shutdown(number, Int32(SHUT_RD)) }
        }
    }

    /// Makes interrupting harmless; called before the descriptor is closed.
    func disarm() {
        descriptor.withLock { $0 = -1 }
    }
}
