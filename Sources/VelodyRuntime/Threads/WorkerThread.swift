import Glibc

/// One thread of the operating system.
///
/// The only place where threads are made.
package struct WorkerThread: ~Copyable {
    private let raw: pthread_t

    private init(owning raw: pthread_t) { self.raw = raw }

    /// It ends with its work or the process; nobody waits for it.
    deinit { pthread_detach(raw) }

    /// Starts a thread that runs `body` once, with every signal blocked.
    ///
    /// Signals belong to the thread that waits for them; none may interrupt a system call here.
    /// The system's tools show up to 15 bytes of `name`.
    package static func start(
        _ name: String = "worker", _ body: @escaping @Sendable () -> Void
    ) -> WorkerThread {
        let work = unsafe Unmanaged.passRetained(Work(name: name, body))
        var raw = pthread_t()
        let failure = unsafe pthread_create(&raw, nil, runWork, work.toOpaque())
        precondition(failure == 0, "the system refuses another thread")
        return WorkerThread(owning: raw)
    }

    /// Waits until the thread has ended.
    package consuming func join() {
        pthread_join(raw, nil)
        discard self
    }

    fileprivate final class Work: Sendable {
        private let name: String
        private let body: @Sendable () -> Void

        init(name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            ProcessSignals.blockAll()
            takeName()
            body()
        }

        /// By way of proc(5): `pthread_setname_np` is not imported.
        private func takeName() {
            let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return }
            OwnedDescriptor(owning: file).write(Array(name.utf8.prefix(15)))
        }
    }
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    unsafe Unmanaged<WorkerThread.Work>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
