import Glibc
import VelodyCrypto
import VelodyDomain

/// Digests of files.
enum Digest {
    /// The SHA-256 of the first `length` bytes, in one pass; fewer bytes are an error.
    ///
    /// `read` is told how many bytes each step brought.
    static func ofFile(
        _ descriptor: borrowing Descriptor, length: Int64, bufferSize: Int = 1 << 20,
        read: (Int) -> Void = { _ in }
    ) throws(StorageError) -> ContentHash {
        posix_fadvise(descriptor.number, 0, off_t(length), POSIX_FADV_SEQUENTIAL)
        let hasher = SHA256()
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        var offset: Int64 = 0
        while offset < length {
            let count = try descriptor.read(into: &buffer, at: offset)
            guard count > 0 else {
                throw StorageError(.unexpected, "file is shorter than expected")
            }
            let taken = Int(min(Int64(count), length - offset))
            hasher.update(buffer.span.extracting(0..<taken))
            offset += Int64(taken)
            read(taken)
        }
        return hasher.finish()
    }
}
