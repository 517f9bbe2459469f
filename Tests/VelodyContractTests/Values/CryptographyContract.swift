import Testing
import VelodyCrypto
import VelodyDomain
import VelodyTesting

/// ``Cryptography``, on OpenSSL and on the one whose randomness repeats.
@Suite struct CryptographyContract {
    private static let adapters: [any Cryptography] = [SeededCryptography(), OpenSSLCryptography()]

    @Test(arguments: adapters.indices, [0, 1, 16, 32, 1_000])
    func `so many random bytes come as were asked for`(index: Int, count: Int) {
        #expect(Self.adapters[index].randomBytes(count).count == count)
    }

    @Test(arguments: adapters.indices)
    func `random bytes do not repeat`(index: Int) {
        let drawn = (0..<100).map { _ in Self.adapters[index].randomBytes(16) }
        #expect(Set(drawn).count == 100)
    }

    @Test(
        arguments: adapters.indices,
        [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func `a digest is what the standard says, whole and in pieces`(
        index: Int, known: (text: String, hex: String)
    ) {
        let bytes = Array(known.text.utf8)
        #expect(Self.adapters[index].sha256(bytes).hex == known.hex)
        let hasher = Self.adapters[index].makeHasher()
        for byte in bytes { hasher.update([byte].span) }
        #expect(hasher.finish().hex == known.hex)
    }

    @Test(arguments: adapters.indices)
    func `comparison sees every byte and the length`(index: Int) {
        let one = Self.adapters[index].randomBytes(32)
        #expect(Self.adapters[index].areEqual(one, one))
        for position in one.indices {
            var other = one
            other[position] ^= 1
            #expect(!Self.adapters[index].areEqual(one, other))
        }
        #expect(!Self.adapters[index].areEqual(one, Array(one.dropLast())))
    }
}
