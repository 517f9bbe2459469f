import CFence
import Glibc

/// What a process can no longer do once it opens files from strangers.
package enum Fence {
    /// In bytes of address space; the largest tag that is read fits, a bomb does not.
    private static let memory: rlim_t = 256 << 20
    /// In bytes: the largest picture that is taken.
    private static let largestFile: rlim_t = 16 << 20
    private static let descriptors: rlim_t = 16
    /// In seconds: a job that takes longer ends the process, also when nobody waits any more.
    private static let longestJob: UInt32 = 600

    /// Sets the limits, and closes all system calls but those that a parser needs, for good.
    ///
    /// To be called once, from the only thread, when all files of its own are open. False if a
    /// limit was refused. Landlock and seccomp are raised where the kernel has them.
    package static func raise() -> Bool {
        // Too large a file is then an error of write instead of a signal.
        signal(SIGXFSZ, SIG_IGN)
        let limits: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_AS, memory), (RLIMIT_FSIZE, largestFile), (RLIMIT_NOFILE, descriptors),
            (RLIMIT_CORE, 0), (__RLIMIT_NPROC, 0),
        ]
        let areSet = limits.allSatisfy { resource, most in
            var limit = rlimit(rlim_cur: most, rlim_max: most)
            return unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
        }
        return areSet && velody_fence_raise() != 0
    }

    /// Runs one job under the alarm clock.
    package static func guarding(_ job: () -> Void) {
        alarm(longestJob)
        job()
        alarm(0)
    }
}
