import Synchronization
package import VelodyDomain

/// The digests, so far, of uploads that this process received from their first byte on.
///
/// Thread safe. What was hashed as it was written need not be read again when it is complete. A
/// digest is good only for who takes the very next turn at its upload: whatever else may have
/// written in between, another process included, has drawn a generation of its own.
package final class PrefixDigests: Sendable {
    private struct Prefix {
        let hasher: any ContentHasher
        let length: Int64
        let generation: Int64
        let age: Int
    }

    private struct State {
        var prefixes: [UploadID: Prefix] = [:]
        var age = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Keeps at most `capacity` digests; the oldest ones go.
    package init(capacity: Int = 256) { self.capacity = capacity }

    /// Keeps `hasher`, which took exactly the first `session.offset` bytes of the session's part.
    ///
    /// The caller holds the part's lock and the session's generation.
    package func keep(_ hasher: any ContentHasher, of session: UploadSession) {
        state.withLock { state in
            state.age += 1
            state.prefixes[session.id] = Prefix(
                hasher: hasher, length: session.offset, generation: session.generation,
                age: state.age)
            guard state.prefixes.count > capacity else { return }
            let oldest = state.prefixes.min { $0.value.age < $1.value.age }
            if let oldest { state.prefixes[oldest.key] = nil }
        }
    }

    /// The digest of exactly the first `session.offset` bytes of the session's part, once.
    ///
    /// Nil where this process did not hash all of them. The caller holds the part's lock and has
    /// just drawn the session's generation.
    package func take(_ session: UploadSession) -> (any ContentHasher)? {
        let kept = state.withLock { $0.prefixes.removeValue(forKey: session.id) }
        guard let kept, kept.length == session.offset, kept.generation + 1 == session.generation
        else { return nil }
        return kept.hasher
    }
}
