import Glibc
import VelodyHTTP

extension Interrupter {
    /// Asks, and asks again when a reader that nothing reaches has had its time.
    func cut() {
        interrupt()
        usleep(500_000)
        interrupt()
    }
}
