import Synchronization
import VelodyCrypto
import VelodyDomain

/// Cryptography whose random bytes one seed repeats.
final class SeededCryptography: Cryptography {
    private let dice: Mutex<Dice>
    private let real = OpenSSLCryptography()

    init(seed: UInt64) { dice = Mutex(Dice(seed: seed)) }

    func sha256(_ bytes: [UInt8]) -> ContentHash { real.sha256(bytes) }

    func makeHasher() -> any ContentHasher { real.makeHasher() }

    func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { real.areEqual(left, right) }

    func randomBytes(_ count: Int) -> [UInt8] {
        dice.withLock { dice in (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) } }
    }
}
