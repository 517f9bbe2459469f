import FoundationEssentials
import Glibc
import Synchronization
import VelodyCrypto
import VelodyDomain

/// Blobs in memory.
struct MemoryBlobStore: BlobStore {
    let storage: MemoryStorage

    func publish(_ part: any LockedPart, as content: StoredContent) throws(StorageError) {
        try storage.faults.check()
        guard let part = part as? MemoryPart, part.storage === storage else {
            throw StorageError(.unexpected, "the part is of another store")
        }
        try part.synchronize()
        publish(file: part.number, as: content)
    }

    func makeTemporaryFile() throws(StorageError) -> any TemporaryBlob {
        try storage.faults.check()
        return MemoryTemporaryBlob(store: self)
    }

    func quarantine(
        _ part: any LockedPart, of id: UploadID, reason: [UInt8]
    ) throws(StorageError) {
        try storage.faults.check()
        try storage.contents.withLock { contents throws(StorageError) in
            guard let file = contents.parts.removeValue(forKey: id) else {
                throw StorageError(.missing, "there is no part")
            }
            contents.quarantine[id] = (file, reason, storage.clock.now())
        }
    }

    func withReadOnlyFile<R>(
        of content: StoredContent, _ body: (OpenFile) -> R
    ) throws(StorageError) -> R {
        guard try isPresent(content), let bytes = storage.blob(content) else {
            throw StorageError(.missing, "there is no such blob")
        }
        return ScratchFile(bytes).withReadOnlyFile(body)
    }

    func isPresent(_ content: StoredContent) throws(StorageError) -> Bool {
        try storage.faults.check()
        return storage.blob(content).map { Int64($0.count) == content.size } ?? false
    }

    func location(of content: StoredContent) -> String { Self.location(of: content) }

    static func location(of content: StoredContent) -> String {
        let hex = content.hash.hex
        let pairs = "\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))"
        let kind = content.type.isAudio ? "audio" : "artwork"
        return "\(kind)/\(pairs)/\(hex).\(content.type.fileExtension)"
    }

    func probe() throws(StorageError) {
        try storage.faults.check()
        let room = storage.contents.withLock { $0.room }
        if room <= 0 { throw StorageError(.insufficientSpace, "the reserve would be touched") }
    }

    func identity() throws(StorageError) -> StorageID? {
        try storage.faults.check()
        return storage.contents.withLock { $0.identity }
    }

    func identify() throws(StorageError) -> StorageID {
        try storage.faults.check()
        return storage.contents.withLock { contents in
            let identity = contents.identity ?? StorageID(UUID())
            contents.identity = identity
            return identity
        }
    }

    func isEmpty() throws(StorageError) -> Bool {
        try storage.faults.check()
        return storage.contents.withLock { !$0.blobs.keys.contains { $0.hasPrefix("audio/") } }
    }

    func space() throws(StorageError) -> StorageSpace {
        try storage.faults.check()
        let room = storage.contents.withLock { $0.room }
        return StorageSpace(total: .max, available: room, reserve: 0)
    }

    /// Links a file to its content's name unless a good one has it.
    func publish(file: Int, as content: StoredContent) {
        if let known = storage.blob(content), Int64(known.count) == content.size,
            OpenSSLCryptography().sha256(known) == content.hash
        {
            return
        }
        storage.contents.withLock { contents in
            contents.blobs[Self.location(of: content)] = file
            contents.changed[Self.location(of: content)] = storage.clock.now()
            contents.closed.remove(Self.location(of: content))
        }
    }
}
