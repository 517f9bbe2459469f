package import VelodyDomain

/// Hashes at once, in the thread that receives.
package struct ImmediateHashing: HashingHands {
    package init() {}

    package func begin(_ hashers: [any ContentHasher]) -> any BodyHashing { Body(hashers) }

    private final class Body: BodyHashing {
        private let hashers: [any ContentHasher]

        init(_ hashers: [any ContentHasher]) { self.hashers = hashers }

        func exchange(_ full: consuming [UInt8], count: Int) -> [UInt8] {
            for hasher in hashers { hasher.update(full.span.extracting(first: count)) }
            return full
        }

        func finish() {}
    }
}
