import CFastCGI
import Glibc

/// Waits for connections on one listening socket, or for the end.
///
/// Confined to one thread.
///
/// The kernel wakes one waiting thread per connection rather than all (`EPOLLEXCLUSIVE`).
struct ConnectionWatch: ~Copyable {
    private let set: Int32
    private let stop: Int32

    /// Watches `socket`, and `stop`, which becomes readable when it is time to end.
    init(on socket: Int32, stop: Int32) {
        set = velody_watch(socket, stop)
        precondition(set >= 0, "no descriptor is left to wait for connections with")
        self.stop = stop
    }

    deinit { close(set) }

    /// Waits until a connection may be there; false when it is time to stop.
    func next() -> Bool {
        // One event at a time: the end is looked for first, or a busy socket would hide it.
        guard !isStopped else { return false }
        return velody_wait(set, -1) != stop
    }

    /// Waits a moment for the end; to be used where accepting fails and trying at once is idle.
    func pause() {
        var watched = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&watched, 1, 50)
    }

    private var isStopped: Bool {
        var watched = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, 0) > 0
    }
}
