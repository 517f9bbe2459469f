import FoundationEssentials
import VelodyCrypto
import VelodyDomain
import VelodyStorage

/// A storage root in a directory of its own.
struct FileStorage: TestStorage {
    private let path: String
    let parts: any PartStore
    let blobs: any BlobStore
    let quarantine: any QuarantineStore
    let inventory: any BlobInventory

    /// Makes the root below `folder`.
    init(in folder: String) throws {
        path = "\(folder)/\(UUID().uuidString)"
        try FileManager().createDirectory(atPath: path, withIntermediateDirectories: false)
        let root = StorageRoot.at(path, reserveBytes: 0)
        try root.prepare()
        parts = FilePartStore(root)
        quarantine = FileQuarantine(root)
        inventory = FileBlobInventory(root, cryptography: OpenSSLCryptography())
        blobs = FileBlobStore(root, cryptography: OpenSSLCryptography())
    }

    /// Room is a reserve that leaves no more, or none at all.
    func withRoom(_ bytes: Int64) -> (parts: any PartStore, blobs: any BlobStore) {
        let root = StorageRoot.at(path, reserveBytes: bytes > 0 ? 0 : .max)
        return (FilePartStore(root), FileBlobStore(root, cryptography: OpenSSLCryptography()))
    }

    func blob(_ content: StoredContent) -> [UInt8]? { bytes(place(content)) }

    func part(_ id: UploadID) -> [UInt8]? { bytes("\(path)/incoming/\(id).part") }

    func quarantined(_ id: UploadID) -> (file: [UInt8], reason: [UInt8])? {
        let place = "\(path)/quarantine/\(id)"
        guard let file = bytes(place + "/file"), let reason = bytes(place + "/reason.json") else {
            return nil
        }
        return (file, reason)
    }

    func damage(_ content: StoredContent, _ bytes: [UInt8]?) throws {
        try FileManager().removeItem(atPath: place(content))
        if let bytes { try Data(bytes).write(to: URL(filePath: place(content))) }
    }

    func put(_ bytes: [UInt8], at name: String, isTemporary: Bool) throws {
        let place = URL(filePath: path + (isTemporary ? "/temp/" : "/library/") + name)
        try FileManager().createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: place)
    }

    func close(_ content: StoredContent) throws {
        try FileManager().setAttributes([.posixPermissions: 0o600], ofItemAtPath: place(content))
    }

    private func place(_ content: StoredContent) -> String {
        "\(path)/library/\(blobs.location(of: content))"
    }

    private func bytes(_ path: String) -> [UInt8]? {
        FileManager().contents(atPath: path).map { Array($0) }
    }
}
