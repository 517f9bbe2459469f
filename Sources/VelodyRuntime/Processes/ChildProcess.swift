import Glibc

/// A process this one started and must reap.
///
/// Confined to one thread at a time by its owner; never waits for or signals a number that was
/// already reaped and may belong to a stranger by now.
package struct ChildProcess: ~Copyable, Sendable {
    /// The process's number, also the number of its group if it leads one.
    package let pid: Int32
    private let leadsGroup: Bool
    private var ended: ExitStatus?

    init(pid: Int32, leadsGroup: Bool) {
        self.pid = pid
        self.leadsGroup = leadsGroup
    }

    /// Waits until the process has ended and returns how; again and again the same.
    package mutating func wait() -> ExitStatus {
        reap(options: 0) ?? .exited(0)
    }

    /// Returns how the process ended, or `nil` while it runs; never waits.
    package mutating func exitStatus() -> ExitStatus? {
        reap(options: WNOHANG)
    }

    /// Sends `signal`; nothing happens once the process was reaped.
    package func kill(_ signal: Int32 = SIGTERM, wholeGroup: Bool = false) {
        guard ended == nil else { return }
        _ = Glibc.kill(wholeGroup && leadsGroup ? -pid : pid, signal)
    }

    /// Peeks before it reaps: while the leader is a zombie its group's number cannot be given to
    /// others, so what it leaves behind (nginx's workers after a SIGKILL, which would keep the
    /// port) is ended first.
    private mutating func reap(options: Int32) -> ExitStatus? {
        if let ended { return ended }
        if leadsGroup {
            var info = unsafe siginfo_t()
            let peek = options | WEXITED | WNOWAIT
            while unsafe waitid(P_PID, id_t(pid), &info, peek) == -1, errno == EINTR {}
            guard unsafe info.si_signo == SIGCHLD else { return nil }
            _ = Glibc.kill(-pid, SIGKILL)
        }
        var status: Int32 = 0
        var result: pid_t
        repeat {
            result = unsafe waitpid(pid, &status, options)
        } while result == -1 && errno == EINTR
        guard result == pid else { return nil }
        ended = ExitStatus(waitStatus: status)
        return ended
    }
}
