import Glibc

/// The process's signals, received by waiting rather than by handlers.
package enum ProcessSignals {
    /// Blocks the signals that stop a server, for this thread and those it starts, and ignores
    /// SIGPIPE.
    ///
    /// Called once, by the first thread, after whatever installs handlers of its own.
    package static func take() {
        for number in [SIGTERM, SIGINT, SIGUSR1, SIGHUP] { signal(number, SIG_DFL) }
        signal(SIGPIPE, SIG_IGN)
        var set = stopping
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits until the process is asked to stop; returns the signal that asked.
    package static func waitForStop() -> Int32 {
        var set = stopping
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }

    static func blockAll() {
        var set = sigset_t()
        unsafe sigfillset(&set)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static var stopping: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        return set
    }
}
