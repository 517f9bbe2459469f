import Synchronization
import VelodyRuntime
import VelodyServices

/// Another request, on a thread of its own, with all the patience it may need.
final class Rival: Sendable {
    private struct State: ~Copyable {
        var thread: WorkerThread?
        var error: ServiceError?
    }

    private let server: MemoryServer
    private let state = Mutex(State())

    init(_ server: MemoryServer) {
        var server = server
        server.policy.patience = 30
        self.server = server
    }

    /// Begins the request; not a task, since those share the threads that tests block.
    func start(_ request: @escaping @Sendable (MemoryServer) throws -> Void) {
        state.withLock { state in
            state.thread = WorkerThread.start { [self] in
                do { try request(server) } catch { note(error as? ServiceError) }
            }
        }
    }

    private func note(_ error: ServiceError?) { state.withLock { $0.error = error } }

    /// Waits for the request's end; nil for success.
    func outcome() -> ServiceError? {
        state.withLock { $0.thread.take() }?.join()
        return state.withLock { $0.error }
    }
}
