package import VelodyDomain

/// Hashes long bodies in a second thread, up to two pieces behind the one that receives.
///
/// Thread safe.
package struct ThreadedHashing: HashingHands {
    package init() {}

    package func begin(_ hashers: [any ContentHasher]) -> any BodyHashing { Body(hashers) }

    private final class Body: BodyHashing {
        private let hashers: [any ContentHasher]
        /// A body of one piece is not worth a thread.
        private var isLong = false
        private var thread: HashingThread?

        init(_ hashers: [any ContentHasher]) { self.hashers = hashers }

        deinit { finish() }

        func exchange(_ full: consuming [UInt8], count: Int) -> [UInt8] {
            if isLong, thread == nil {
                thread = try? HashingThread(hashers, bufferSize: full.count)
            }
            isLong = true
            if let thread { return thread.exchange(full, count: count) }
            for hasher in hashers { hasher.update(full.span.extracting(first: count)) }
            return full
        }

        func finish() {
            thread?.finish()
            thread = nil
        }
    }
}
