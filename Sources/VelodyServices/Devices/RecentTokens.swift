import VelodyDomain

/// The tokens that were good lately, by their hashes: a hint, never a proof.
///
/// Confined to the thread that made it.
final class RecentTokens {
    /// How many are remembered; the one that was not used for longest goes first.
    static let capacity = 32

    private var hashes: [ContentHash] = []

    func contains(_ hash: ContentHash) -> Bool { hashes.contains(hash) }

    func note(_ hash: ContentHash) {
        guard hashes.last != hash else { return }
        forget(hash)
        if hashes.count >= Self.capacity { hashes.removeFirst() }
        hashes.append(hash)
    }

    func forget(_ hash: ContentHash) { hashes.removeAll { $0 == hash } }
}
