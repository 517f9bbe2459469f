import Synchronization
import VelodyCrypto
import VelodyDomain

/// A picture on its way into a ``MemoryStorage``.
final class MemoryTemporaryBlob: TemporaryBlob {
    private let store: MemoryBlobStore
    private let scratch = ScratchFile()

    init(store: MemoryBlobStore) { self.store = store }

    func withWritableFile<R>(_ body: (OpenFile) -> R) -> R {
        body(OpenFile(descriptor: scratch.descriptor, length: 0))
    }

    func measure() throws(StorageError) -> (size: Int64, hash: ContentHash) {
        try store.storage.faults.check()
        let bytes = scratch.bytes
        return (Int64(bytes.count), OpenSSLCryptography().sha256(bytes))
    }

    func publish(as content: StoredContent) throws(StorageError) {
        try store.storage.faults.check("publish(as:)")
        let bytes = scratch.bytes
        let file = store.storage.contents.withLock {
            $0.add(.init(bytes: bytes, durable: bytes))
        }
        store.publish(file: file, as: content)
    }
}
