import Glibc

extension Command {
    /// Starts the program and returns at once.
    ///
    /// Throws `spawn` when the program cannot be found or started. Safe from any thread.
    package func spawn() throws(ProcessError) -> ChildProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe addDescriptors(to: &actions)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        addSignals(to: &attributes)

        var pid = pid_t()
        let failure = unsafe withVectors { argv, envp in
            unsafe posix_spawnp(&pid, executable, &actions, &attributes, argv, envp)
        }
        guard failure == 0 else {
            throw ProcessError(.spawn, "\(executable) does not start: \(reason(failure))")
        }
        return ChildProcess(pid: pid, leadsGroup: leadsGroup || leadsSession)
    }

    /// Copies in two steps, by way of numbers above all targets: `[1: 2, 2: 1]` then swaps, and
    /// a descriptor mapped onto itself loses its close-on-exec flag like any other.
    private func addDescriptors(to actions: inout posix_spawn_file_actions_t) {
        let ordered = descriptors.sorted { $0.key < $1.key }
        let above = (ordered.flatMap { [$0.key, $0.value] }.max() ?? 2) + 1
        for (step, entry) in ordered.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, entry.value, above + Int32(step))
        }
        for (step, entry) in ordered.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, above + Int32(step), entry.key)
            unsafe posix_spawn_file_actions_addclose(&actions, above + Int32(step))
        }
    }

    private func addSignals(to attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if leadsSession {
            // POSIX_SPAWN_SETSID is defined for _GNU_SOURCE only and not imported.
            flags |= 0x80
        } else if leadsGroup {
            flags |= POSIX_SPAWN_SETPGROUP
            unsafe posix_spawnattr_setpgroup(&attributes, 0)
        }
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    private typealias Vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    /// Lends the two null-terminated vectors that `execve` wants.
    private func withVectors(_ body: (Vector, Vector) -> Int32) -> Int32 {
        let words = [executable] + arguments
        var argv = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        guard let environment else { return unsafe body(&argv, environ) }
        var envp = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe envp.forEach { unsafe free($0) } }
        return unsafe body(&argv, &envp)
    }
}

/// The system's words for an error number, such as "No such file or directory".
///
/// glibc's `strerror` keeps its buffer per thread.
func reason(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
}
