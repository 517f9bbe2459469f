/// Randomness and digests.
///
/// Thread safe.
package protocol Cryptography: Sendable {
    /// `count` bytes from a cryptographically secure source.
    func randomBytes(_ count: Int) -> [UInt8]

    /// The SHA-256 of `bytes`.
    func sha256(_ bytes: [UInt8]) -> ContentHash

    /// A new streaming SHA-256.
    func makeHasher() -> any ContentHasher

    /// Compares in a time that does not depend on where the two differ; lengths may leak.
    func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool
}

/// A SHA-256 in progress.
///
/// Thread safe, so that it can go on in another thread; the order of updates is the caller's.
package protocol ContentHasher: AnyObject, Sendable {
    /// Takes the next bytes.
    func update(_ bytes: Span<UInt8>)

    /// The digest of all bytes taken. Called once, last.
    func finish() -> ContentHash
}
