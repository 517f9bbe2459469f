import Glibc

/// What happens to a process that looks after others, one event at a time, on one thread.
///
/// From `init` on the signals it watches are blocked in the calling thread, which must be the
/// process's only one. Children are unaffected (`Command.spawn` unblocks).
package struct ProcessEvents: ~Copyable {
    /// One thing that happened.
    package enum Event: Sendable, Equatable {
        /// Some child ended; ask each for its `exitStatus()`.
        case childEnded
        /// SIGHUP.
        case reload
        /// SIGTERM, SIGINT, or the end of the lifeline.
        case stop
        /// Nothing, for the time given.
        case timeout
    }

    private var watched = sigset_t()
    /// Forgotten once its end was told.
    private var lifeline: Int32?

    /// Starts watching; the end of file on `lifeline` (a pipe or socket) counts as `stop`, once.
    package init(lifeline: Int32? = nil) {
        self.lifeline = lifeline
        unsafe sigemptyset(&watched)
        for signal in [SIGCHLD, SIGHUP, SIGTERM, SIGINT, SIGIO, SIGPIPE] {
            unsafe sigaddset(&watched, signal)
        }
        unsafe sigprocmask(SIG_BLOCK, &watched, nil)
        guard let lifeline else { return }
        _ = fcntl(lifeline, F_SETOWN, getpid())
        _ = fcntl(lifeline, F_SETFL, fcntl(lifeline, F_GETFL) | O_ASYNC | O_NONBLOCK)
    }

    /// Waits at most `milliseconds` for the next event.
    package mutating func next(within milliseconds: Int) -> Event {
        // Once by hand: the end may have come before SIGIO was asked for.
        if hasLifelineEnded() { return .stop }
        var limit = timespec()
        limit.tv_sec = milliseconds / 1000
        limit.tv_nsec = milliseconds % 1000 * 1_000_000
        return switch unsafe sigtimedwait(&watched, nil, &limit) {
        case SIGCHLD: .childEnded
        case SIGHUP: .reload
        case SIGTERM, SIGINT: .stop
        case SIGIO: hasLifelineEnded() ? .stop : .timeout
        default: .timeout
        }
    }

    private mutating func hasLifelineEnded() -> Bool {
        guard let descriptor = lifeline else { return false }
        var buffer: [UInt8] = [0]
        while true {
            let count = unsafe read(descriptor, &buffer, 1)
            guard count <= 0 else { continue }
            // Told again and again it would keep whoever waits for children from ever waiting.
            if count == 0 { lifeline = nil }
            return count == 0
        }
    }
}

extension ProcessEvents {
    /// Milliseconds on a clock that only goes forward (CLOCK_MONOTONIC).
    package static func milliseconds() -> Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }

    /// Waits without watching anything, for programs that ask again and again.
    package static func pause(milliseconds: Int32) {
        _ = poll(nil, 0, milliseconds)
    }
}
