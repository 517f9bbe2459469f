import Synchronization
import VelodyCrypto
import VelodyDomain

/// What lies in a ``MemoryStorage``.
struct MemoryBlobInventory: BlobInventory {
    let storage: MemoryStorage

    func files(in bucket: UInt8) throws(StorageError) -> [StoredFile] {
        try storage.faults.check()
        return all().filter { Self.bucket(of: $0.path) == bucket }
    }

    func strays() throws(StorageError) -> [StoredFile] {
        try storage.faults.check()
        return all().filter { Self.bucket(of: $0.path) == nil }
    }

    func temporaryFiles() throws(StorageError) -> [StoredFile] {
        try storage.faults.check()
        return storage.contents.withLock { contents in
            contents.temporary.map { name, file in
                StoredFile(
                    path: "temp/\(name)", content: nil,
                    size: Int64(contents.files[file]?.bytes.count ?? 0),
                    changedAt: contents.changed[name] ?? storage.clock.now(), hasRightAccess: true)
            }.sorted { $0.path < $1.path }
        }
    }

    func file(of content: StoredContent) throws(StorageError) -> StoredFile? {
        try storage.faults.check()
        let path = "library/" + MemoryBlobStore.location(of: content)
        return all().first { $0.path == path }
    }

    func digest(_ file: StoredFile, read: (Int) -> Void) throws(StorageError) -> ContentHash {
        try storage.faults.check()
        guard let bytes = bytes(file) else { throw StorageError(.missing, "there is no file") }
        read(bytes.count)
        return OpenSSLCryptography().sha256(bytes)
    }

    func restoreAccess(of file: StoredFile) throws(StorageError) {
        try storage.faults.check()
        storage.contents.withLock { _ = $0.closed.remove(Self.name(file)) }
    }

    func adopt(_ file: StoredFile, as content: StoredContent) throws(StorageError) {
        try storage.faults.check()
        let number = storage.contents.withLock { $0.blobs.removeValue(forKey: Self.name(file)) }
        guard let number else { throw StorageError(.missing, "there is no file") }
        MemoryBlobStore(storage: storage).publish(file: number, as: content)
    }

    func requireRemovable(_ file: StoredFile) throws(StorageError) {
        try storage.faults.check("inventory.requireRemovable(_:)")
    }

    func remove(_ file: StoredFile) throws(StorageError) {
        try storage.faults.check("inventory.remove(_:)")
        storage.contents.withLock { contents in
            contents.blobs[Self.name(file)] = nil
            contents.temporary[Self.name(file)] = nil
        }
    }

    private func all() -> [StoredFile] {
        storage.contents.withLock { contents in
            contents.blobs.map { name, number in
                let size = Int64(contents.files[number]?.bytes.count ?? 0)
                return StoredFile(
                    path: "library/\(name)", content: Self.content(name, size: size), size: size,
                    changedAt: contents.changed[name] ?? storage.clock.now(),
                    hasRightAccess: !contents.closed.contains(name))
            }.sorted { $0.path < $1.path }
        }
    }

    private func bytes(_ file: StoredFile) -> [UInt8]? {
        storage.contents.withLock { contents in
            contents.blobs[Self.name(file)].flatMap { contents.files[$0]?.bytes }
        }
    }

    private static func name(_ file: StoredFile) -> String {
        String(file.path.drop { $0 != "/" }.dropFirst())
    }

    private static func bucket(of path: String) -> UInt8? {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[2].count == 2 else { return nil }
        return UInt8(parts[2], radix: 16)
    }

    private static func content(_ name: String, size: Int64) -> StoredContent? {
        let stem = name.split(separator: "/").last?.split(separator: ".").first
        guard let hash = stem.flatMap({ ContentHash(hex: $0) }) else { return nil }
        return MediaType.allCases.map { StoredContent(hash: hash, type: $0, size: size) }
            .first { MemoryBlobStore.location(of: $0) == name }
    }
}
