import Glibc
import VelodyDomain

/// Tells whether a file is the content that its name promises.
enum BlobCheck {
    /// What is wrong with the file at `path`, read to its end; nil for nothing.
    static func damage(
        of content: StoredContent, at path: String, read: (Int) -> Void
    ) throws(StorageError) -> Damage? {
        guard let status = try FileStatus.of(path) else { return .missing }
        guard status.isRegular, status.size == content.size else { return .wrongSize }
        do throws(StorageError) {
            let file = try Descriptor.open(path, O_RDONLY)
            // What the disk says, not what the page cache remembers of it.
            posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED)
            return try Digest.ofFile(file, length: content.size, read: read) == content.hash
                ? nil : .wrongHash
        } catch {
            return error.code == .missing ? .missing : .unreadable
        }
    }
}
