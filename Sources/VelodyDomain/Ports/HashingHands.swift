/// Hands to hash with, beside the thread that receives.
///
/// Thread safe.
package protocol HashingHands: Sendable {
    /// Begins a body whose every piece `hashers` are to take, in order.
    ///
    /// Until ``BodyHashing/finish()`` has returned they belong to the body: nobody else touches them.
    func begin(_ hashers: [any ContentHasher]) -> any BodyHashing
}

/// One body's hashing, which may lag behind its receiving.
///
/// Confined to one thread. Without ``finish()`` its hashers may have missed the last pieces.
package protocol BodyHashing: AnyObject {
    /// Takes over `full`, whose first `count` bytes are the next piece, for another buffer of its size.
    ///
    /// What the buffer that is returned holds means nothing. Waits while too much is yet to be hashed.
    func exchange(_ full: consuming [UInt8], count: Int) -> [UInt8]

    /// Waits until everything is hashed. Called once, last.
    func finish()
}
