import Glibc
import Synchronization
import VelodyCrypto
import VelodyDomain

/// A part in memory, under its lock.
final class MemoryPart: LockedPart {
    let storage: MemoryStorage
    private let id: UploadID
    let number: Int
    private var hasFailed = false

    init(storage: MemoryStorage, id: UploadID, number: Int) {
        self.storage = storage
        self.id = id
        self.number = number
    }

    deinit { storage.contents.withLock { _ = $0.locked.remove(number) } }

    func length() throws(StorageError) -> Int64 {
        try storage.faults.check()
        return Int64(bytes.count)
    }

    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(StorageError) {
        try storage.faults.check()
        let start = Int(offset)
        var written: [UInt8] = []
        for index in bytes.indices { written.append(bytes[index]) }
        try change { file in
            let gap = start + written.count - file.bytes.count
            if gap > 0 { file.bytes += [UInt8](repeating: 0, count: gap) }
            file.bytes.replaceSubrange(start..<start + written.count, with: written)
        }
    }

    func synchronize() throws(StorageError) {
        do { try storage.faults.check() } catch {
            // The kernel may drop what it could not write.
            try change { $0.bytes = $0.durable }
            hasFailed = true
            throw error
        }
        try change { $0.durable = $0.bytes }
    }

    func truncate(to length: Int64) throws(StorageError) {
        try storage.faults.check()
        try change { file in
            file.bytes = Array(file.bytes.prefix(Int(length)))
            // What was cut off may or may not come back; the harder case is that it does not.
            file.durable = Array(file.durable.prefix(Int(length)))
        }
    }

    func digest(length: Int64) throws(StorageError) -> ContentHash {
        try storage.faults.check()
        guard bytes.count >= length else {
            throw StorageError(.unexpected, "file is shorter than expected")
        }
        return OpenSSLCryptography().sha256(Array(bytes.prefix(Int(length))))
    }

    func withReadOnlyFile<R>(_ body: (OpenFile) -> R) throws(StorageError) -> R {
        try storage.faults.check()
        return ScratchFile(bytes).withReadOnlyFile(body)
    }

    private var bytes: [UInt8] {
        storage.contents.withLock { $0.files[number]?.bytes ?? [] }
    }

    private func change(_ body: (inout MemoryStorage.File) -> Void) throws(StorageError) {
        if hasFailed { throw StorageError(.unexpected, "an earlier synchronize failed") }
        storage.contents.withLock { contents in
            guard var file = contents.files[number] else { return }
            body(&file)
            contents.files[number] = file
        }
    }
}
