import VelodyHTTP

/// A server that is replaced by another on the same sockets.
final class RestartedServer {
    private let rig: Rig
    private var current: RunningServer

    init(_ rig: Rig) {
        self.rig = rig
        current = rig.server
    }

    /// The old one finishes what it has; the new one takes what comes.
    func restart() {
        current.stop()
        current = RunningServer(on: rig.sockets, rope: rig.rope) {
            ScriptedApplication { _, _ in .response(.text("ok")) }
        }
    }

    func end() {
        current.stop()
        rig.end()
    }
}
