import Glibc
import Synchronization
import VelodyHTTP

/// Asks one connection's reader to stop, from any thread, as long as its exchange lives.
///
/// Who sends while it is asked is heard by its reader between two pieces, and its connection stays whole:
/// the web server, writing into one whose incoming half is closed, would never look at the answer.
/// Only a reader that hears nothing, because nothing comes, has that half closed under it.
final class ConnectionInterrupter: Interrupter {
    private struct State {
        var descriptor: Int32
        var asked: ContinuousClock.Instant?
    }

    /// How long a reader has to hear that it was asked.
    private static let patience = Duration.milliseconds(400)

    private let state: Mutex<State>
    private let asked = Atomic(false)

    init(_ descriptor: Int32) { state = Mutex(State(descriptor: descriptor)) }

    /// Whether the reader is to stop; it then says so by ``disarm()``.
    var isAsked: Bool { asked.load(ordering: .relaxed) }

    func interrupt() {
        asked.store(true, ordering: .relaxed)
        state.withLock { state in
            let now = ContinuousClock.now
            let first = state.asked ?? now
            state.asked = first
            if state.descriptor >= 0, first.duration(to: now) >= Self.patience {
                shutdown(state.descriptor, Int32(SHUT_RD))
            }
        }
    }

    /// Makes interrupting harmless; called before the descriptor is closed, or once the reader stops.
    func disarm() {
        state.withLock { $0.descriptor = -1 }
    }
}
