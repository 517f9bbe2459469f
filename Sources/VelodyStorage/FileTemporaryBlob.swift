import Glibc
import VelodyDomain

/// A file in `temp/` that receives a picture; its name goes when it does.
///
/// Confined to one thread.
final class FileTemporaryBlob: TemporaryBlob {
    private let descriptor: Descriptor
    private let path: String
    private let publisher: Publisher

    init(_ descriptor: consuming Descriptor, path: String, publisher: Publisher) {
        self.descriptor = descriptor
        self.path = path
        self.publisher = publisher
    }

    deinit {
        // Best effort: what stays behind in temp/ is collected.
        try? Directory.removeFile(path)
    }

    func withWritableFile<R>(_ body: (OpenFile) -> R) -> R {
        body(OpenFile(descriptor: descriptor.number, length: 0))
    }

    func measure() throws(StorageError) -> (size: Int64, hash: ContentHash) {
        let size = Int64(try descriptor.status().st_size)
        return (size, try Digest.ofFile(descriptor, length: size))
    }

    func publish(as content: StoredContent) throws(StorageError) {
        try publisher.publish(descriptor, at: path, as: content)
    }
}
