import Glibc

/// One thread of the operating system.
///
/// The only place where threads are made.
package struct WorkerThread: ~Copyable {
    private let raw: pthread_t

    private init(owning raw: pthread_t) { self.raw = raw }

    /// Starts a thread that runs `body` once, with every signal blocked.
    ///
    /// Signals belong to the thread that waits for them; none may interrupt a system call here.
    package static func start(_ body: @escaping @Sendable () -> Void) -> WorkerThread {
        let work = unsafe Unmanaged.passRetained(Work(body))
        var raw = pthread_t()
        let failure = unsafe pthread_create(&raw, nil, runWork, work.toOpaque())
        precondition(failure == 0, "the system refuses another thread")
        return WorkerThread(owning: raw)
    }

    /// Waits until the thread has ended.
    package consuming func join() {
        pthread_join(raw, nil)
    }

    fileprivate final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    let work = unsafe Unmanaged<WorkerThread.Work>.fromOpaque(argument).takeRetainedValue()
    ProcessSignals.blockAll()
    work.body()
    return nil
}
