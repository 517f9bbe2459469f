import Synchronization
import VelodyRuntime

/// Clients of a library that read and write, each on a thread of its own, until they are told to end.
///
/// Not tasks: those share two threads, which the test's own waiting takes.
final class Traffic: Sendable {
    private struct State: ~Copyable {
        var threads: [Box] = []
        var isEnding = false
        var edits = 0
        var failures: [String] = []
    }

    /// Holds a thread, which cannot be copied, in an array.
    private final class Box: Sendable {
        private let thread: Mutex<WorkerThread?>
        init(_ thread: consuming WorkerThread) { self.thread = Mutex(consume thread) }
        func join() { thread.withLock { $0.take() }?.join() }
    }

    private let library: OldLibrary
    private let state = Mutex(State())

    init(_ count: Int, in library: OldLibrary) {
        self.library = library
        for client in 0..<count {
            let box = Box(WorkerThread.start { [self] in work(client) })
            state.withLock { $0.threads.append(box) }
        }
    }

    /// How many edits have succeeded so far.
    var edits: Int { state.withLock { $0.edits } }

    /// Ends all; the statements that failed.
    func end() -> [String] {
        let threads = state.withLock { state in
            state.isEnding = true
            return state.threads
        }
        for thread in threads { thread.join() }
        return state.withLock { $0.failures }
    }

    private func work(_ client: Int) {
        var count = 0
        while state.withLock({ !$0.isEnding }) {
            count += 1
            edit(
                """
                UPDATE tracks SET title = 'Client \(client), \(count)', updated_at = now()
                WHERE id = (SELECT id FROM tracks WHERE deleted_at IS NULL ORDER BY id
                            OFFSET \(client) LIMIT 1)
                """)
            let read = "SELECT * FROM tracks JOIN audio_assets a ON track_id = tracks.id"
            if !library.application(read) { state.withLock { $0.failures.append(read) } }
        }
    }

    private func edit(_ statement: String) {
        let isDone = library.application(statement)
        state.withLock { state in
            if isDone { state.edits += 1 } else { state.failures.append(statement) }
        }
    }
}
