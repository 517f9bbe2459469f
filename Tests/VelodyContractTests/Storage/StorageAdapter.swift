import Testing
import VelodyDomain
import VelodyTesting

/// The two adapters of the storage's ports.
enum StorageAdapter: CaseIterable {
    case memory, files

    /// A storage without anything in it.
    func makeStorage() throws -> any TestStorage {
        switch self {
        case .memory: MemoryStorage()
        case .files: try FileStorage(in: #require(SharedFolder.ofSuite).path)
        }
    }
}

extension MemoryStorage: TestStorage {
    func withRoom(_ bytes: Int64) -> (parts: any PartStore, blobs: any BlobStore) {
        setRoom(bytes)
        return (parts, blobs)
    }
}
