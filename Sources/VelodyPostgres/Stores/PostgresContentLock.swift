import VelodyDomain

/// A session-level advisory lock, keyed by the first 64 bits of a content's hash.
final class PostgresContentLock: ContentLock {
    private let session: PostgresSession
    private let key: Int64

    init(_ session: PostgresSession, content: ContentHash) throws(StoreError) {
        self.session = session
        key = content.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
        try session.hold(by: "SELECT pg_advisory_lock(\(key)::bigint)")
    }

    func release() {
        session.release(by: "SELECT pg_advisory_unlock(\(key)::bigint)")
    }
}
