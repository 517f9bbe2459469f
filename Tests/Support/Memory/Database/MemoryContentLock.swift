import Glibc
import Synchronization
import VelodyDomain

/// A content locked in a ``MemoryDatabase``.
final class MemoryContentLock: ContentLock {
    private static let pollInterval: UInt32 = 1_000

    private let database: MemoryDatabase
    private let content: ContentHash

    /// Waits at most `patience` seconds for its turn, then throws `unavailable`.
    init(
        _ database: MemoryDatabase, content: ContentHash, patience: Double
    ) throws(StoreError) {
        self.database = database
        self.content = content
        let end = ContinuousClock.now + .seconds(patience)
        while database.locks.withLock({ !$0.insert(content).inserted }) {
            guard ContinuousClock.now < end else {
                throw StoreError(.unavailable, "the content is locked")
            }
            usleep(Self.pollInterval)
        }
    }

    func release() { database.locks.withLock { _ = $0.remove(content) } }
}
