import COpenSSL
import Synchronization
package import VelodyDomain

/// A streaming SHA-256 of OpenSSL's.
///
/// Thread safe.
package final class SHA256: ContentHasher {
    private let context = Mutex(DigestContext.open())

    package init() {}

    package func update(_ bytes: Span<UInt8>) { context.withLock { $0.update(bytes) } }

    package func finish() -> ContentHash { context.withLock { $0.finish() } }
}

/// Owns one EVP digest context.
@safe private struct DigestContext: ~Copyable {
    private let raw: OpaquePointer

    private init(owning raw: OpaquePointer) { unsafe self.raw = raw }

    deinit { unsafe EVP_MD_CTX_free(raw) }

    static func open() -> DigestContext {
        guard let raw = unsafe EVP_MD_CTX_new() else {
            preconditionFailure("OpenSSL has no memory for a digest")
        }
        let context = unsafe DigestContext(owning: raw)
        let started = unsafe EVP_DigestInit_ex(raw, EVP_sha256(), nil)
        precondition(started == 1, "OpenSSL does not offer SHA-256")
        return context
    }

    func update(_ bytes: Span<UInt8>) {
        let taken = unsafe bytes.withUnsafeBytes { bytes in
            unsafe EVP_DigestUpdate(raw, bytes.baseAddress, bytes.count)
        }
        precondition(taken == 1, "OpenSSL refused bytes for a digest")
    }

    func finish() -> ContentHash {
        var bytes = [UInt8](repeating: 0, count: 32)
        let finished = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(raw, buffer.baseAddress, nil)
        }
        guard finished == 1, let hash = ContentHash(bytes: bytes) else {
            preconditionFailure("OpenSSL did not finish a SHA-256")
        }
        return hash
    }
}
