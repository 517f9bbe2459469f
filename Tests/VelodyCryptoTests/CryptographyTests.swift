import Testing
import VelodyCrypto
import VelodyDomain

/// OpenSSL against known answers (FIPS 180-4 examples).
@Suite struct CryptographyTests {
    private let cryptography = OpenSSLCryptography()

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `a digest is what the standard says`(text: String, hex: String) {
        #expect(cryptography.sha256(Array(text.utf8)).description == hex)
    }

    @Test func `a digest in pieces is the digest of the whole`() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let hasher = cryptography.makeHasher()
        for start in stride(from: 0, to: bytes.count, by: 777) {
            hasher.update(Array(bytes[start..<min(start + 777, bytes.count)]).span)
        }
        #expect(hasher.finish() == cryptography.sha256(bytes))
    }

    @Test func `random bytes differ, and comparison sees every byte`() {
        let one = cryptography.randomBytes(32)
        #expect(one != cryptography.randomBytes(32))
        #expect(cryptography.areEqual(one, one))
        for index in one.indices {
            var other = one
            other[index] ^= 1
            #expect(!cryptography.areEqual(one, other))
        }
        #expect(!cryptography.areEqual(one, Array(one.dropLast())))
    }
}
