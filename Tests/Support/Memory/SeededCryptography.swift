import Synchronization
import VelodyCrypto
package import VelodyDomain

/// Cryptography whose randomness is the same in each run.
package final class SeededCryptography: Cryptography {
    private let generator: Mutex<SplitMix>
    private let real = OpenSSLCryptography()

    package init(seed: UInt64 = 1) { generator = Mutex(SplitMix(state: seed)) }

    package func randomBytes(_ count: Int) -> [UInt8] {
        generator.withLock { generator in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 17) }
        }
    }

    package func sha256(_ bytes: [UInt8]) -> ContentHash { real.sha256(bytes) }

    package func makeHasher() -> any ContentHasher { real.makeHasher() }

    package func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        real.areEqual(left, right)
    }
}
