import Glibc
import VelodyCrypto
import VelodyDomain

/// A part file under its kernel lock, which goes with the descriptor.
///
/// Confined to one thread.
final class FilePart: LockedPart {
    private static let readSize = 1 << 20
    private static let stretch: Int64 = 4 << 20

    private let descriptor: Descriptor
    private let path: String
    private var hasFailed = false
    /// Up to here the kernel was told to begin writing.
    private var begun: Int64?

    init(locked descriptor: consuming Descriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    func length() throws(StorageError) -> Int64 {
        Int64(try descriptor.status().st_size)
    }

    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(StorageError) {
        try requireTrust()
        try descriptor.write(bytes, at: offset)
        beginWriting(from: offset, to: offset + Int64(bytes.count))
    }

    func synchronize() throws(StorageError) {
        try requireTrust()
        do { try descriptor.synchronizeData() } catch {
            // The kernel may have dropped the dirty pages: a second call would "succeed".
            hasFailed = true
            throw error
        }
    }

    func truncate(to length: Int64) throws(StorageError) {
        try requireTrust()
        try descriptor.truncate(to: length)
    }

    func digest(length: Int64) throws(StorageError) -> ContentHash {
        try Digest.ofFile(descriptor, length: length, bufferSize: Self.readSize)
    }

    func withReadOnlyFile<R>(_ body: (OpenFile) -> R) throws(StorageError) -> R {
        // A second open, so that whoever is lent it can neither write nor move our position.
        let readOnly = try Descriptor.open(path, O_RDONLY)
        return body(OpenFile(descriptor: readOnly.number, length: try length()))
    }

    /// Gives the file a second name, in the library.
    func publish(with publisher: Publisher, as content: StoredContent) throws(StorageError) {
        try requireTrust()
        try publisher.publish(descriptor, at: path, as: content)
    }

    /// Keeps the disk busy while bytes still arrive: the final fdatasync then finds little to do.
    private func beginWriting(from start: Int64, to end: Int64) {
        let first = begun ?? start
        begun = first
        guard end - first >= Self.stretch else { return }
        descriptor.beginWriting(from: first, to: end)
        begun = end
    }

    private func requireTrust() throws(StorageError) {
        if hasFailed { throw StorageError(.unexpected, "an earlier fdatasync failed") }
    }
}
