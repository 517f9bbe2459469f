import Testing
import VelodyCrypto
import VelodyDomain

/// What is OpenSSL's own beside the port's contract.
@Suite struct CryptographyTests {
    private let cryptography = OpenSSLCryptography()

    @Test func `a digest in pieces is the digest of the whole`() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let hasher = cryptography.makeHasher()
        for start in stride(from: 0, to: bytes.count, by: 777) {
            hasher.update(Array(bytes[start..<min(start + 777, bytes.count)]).span)
        }
        #expect(hasher.finish() == cryptography.sha256(bytes))
    }
}
