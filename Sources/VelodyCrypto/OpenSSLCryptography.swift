import COpenSSL
package import VelodyDomain

/// Randomness and digests by OpenSSL.
///
/// Thread safe.
///
/// OpenSSL fails here only without memory or entropy; going on would be worse than stopping.
package struct OpenSSLCryptography: Cryptography {
    package init() {}

    package func randomBytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe RAND_bytes(buffer.baseAddress, Int32(buffer.count))
        }
        precondition(filled == 1, "OpenSSL has no entropy")
        return bytes
    }

    package func sha256(_ bytes: [UInt8]) -> ContentHash {
        let hasher = SHA256()
        hasher.update(bytes.span)
        return hasher.finish()
    }

    package func makeHasher() -> any ContentHasher { SHA256() }

    package func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
            }
        }
    }
}
