import Synchronization
import VelodyRuntime

/// Clients that run SQL at the same time, each with a `psql` of its own.
///
/// Not tasks: those share two threads.
final class Writers: Sendable {
    private let complaints = Mutex<String?>(nil)
    private let thread = Mutex<WorkerThread?>(nil)

    private static let script = """
        url=$1; shift
        for work do psql -Xq -o /dev/null -v ON_ERROR_STOP=1 -d "$url" -c "$work" 2>&1 & done; wait
        """

    /// Starts one for each of these works.
    init(_ works: [String], on url: String) {
        let command = Command("sh", ["-c", Self.script, "sh", url] + works)
        thread.withLock {
            $0 = WorkerThread.start { [self] in
                let text = (try? command.output().text) ?? "they could not be started"
                complaints.withLock { $0 = text }
            }
        }
    }

    /// Whether all have ended.
    var areDone: Bool { complaints.withLock { $0 != nil } }

    /// Waits for all; what they complained of.
    func end() -> String {
        thread.withLock { $0.take() }?.join()
        return complaints.withLock { $0 ?? "" }
    }
}
