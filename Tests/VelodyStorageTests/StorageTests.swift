import FoundationEssentials
import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyStorage
import VelodyTesting

/// What is the file system's own beside the ports' contracts: modes, links, names, the root.
@Suite struct StorageTests {
    private let folder: TemporaryDirectory
    private let root: StorageRoot
    private let parts: FilePartStore
    private let blobs: FileBlobStore
    private let id: UploadID

    init() throws {
        folder = try TemporaryDirectory()
        root = StorageRoot.at(folder.path, reserveBytes: 0)
        try root.prepare()
        parts = FilePartStore(root)
        blobs = FileBlobStore(root, cryptography: OpenSSLCryptography())
        id = UploadID(random: OpenSSLCryptography().randomBytes(16))
    }

    private func content(_ bytes: [UInt8]) -> StoredContent {
        StoredContent(
            hash: OpenSSLCryptography().sha256(bytes), type: .mp3, size: Int64(bytes.count))
    }

    private func part(_ bytes: [UInt8]) throws -> any LockedPart {
        try parts.create(id)
        let part = try parts.lock(id, patience: 0)
        try part.write(bytes.span, at: 0)
        return part
    }

    private func path(_ content: StoredContent) -> String {
        folder.path + "/library/" + blobs.location(of: content)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        _ = unsafe lstat(path, &status)
        return status.st_mode & 0o7777
    }

    @Test func `modes are exactly the documented ones`() throws {
        let content = content([7])
        try blobs.publish(part([7]), as: content)
        #expect(mode(path(content)) == 0o640)
        #expect(mode(folder.path + "/library/audio") == 0o2750)
        #expect(mode(folder.path + "/incoming") == 0o700)
    }

    /// Made, and then killed before the rights were set.
    @Test func `a directory that lacks rights gets them when it is next published to`() throws {
        let content = content([17])
        let leaf = folder.path + "/library/" + blobs.location(of: content).prefix("audio/ab".count)
        _ = unsafe mkdir(leaf, 0o700)
        #expect(mode(leaf) == 0o2700)
        try blobs.publish(part([17]), as: content)
        #expect(mode(leaf) == 0o2750)
    }

    @Test func `replacing a damaged blob leaves nothing beside it`() throws {
        let bytes = [UInt8](repeating: 8, count: 1_000)
        let content = content(bytes)
        let part = try part(bytes)
        try blobs.publish(part, as: content)
        for damage in [Array(repeating: 9, count: 1_000) as [UInt8], [1, 2]] {
            try FileManager().removeItem(atPath: path(content))
            try Data(damage).write(to: URL(filePath: path(content)))
            try blobs.publish(part, as: content)
        }
        let leaf = path(content).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        #expect(try FileManager().contentsOfDirectory(atPath: leaf).count == 1)
    }

    @Test func `a planted symbolic link is not followed`() throws {
        let bytes: [UInt8] = [1, 2, 3]
        let content = content(bytes)
        let outside = try TemporaryDirectory()
        let first = path(content).split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
        try FileManager().createSymbolicLink(atPath: first, withDestinationPath: outside.path)
        #expect(throws: StorageError.self) { try blobs.publish(part(bytes), as: content) }
        #expect(try FileManager().contentsOfDirectory(atPath: outside.path) == [])
    }

    @Test func `a published picture is gone from temp`() throws {
        let bytes = Array("picture".utf8)
        do {
            let temporary = try blobs.makeTemporaryFile()
            temporary.withWritableFile { file in
                _ = unsafe bytes.withUnsafeBytes {
                    unsafe write(file.descriptor, $0.baseAddress, 7)
                }
            }
            try temporary.publish(as: content(bytes))
            #expect(
                try FileManager().contentsOfDirectory(atPath: folder.path + "/temp").count == 1)
        }
        #expect(try FileManager().contentsOfDirectory(atPath: folder.path + "/temp") == [])
    }

    @Test func `a root without its marker is not used, nor prepared over foreign files`() throws {
        try FileManager().removeItem(atPath: folder.path + "/VELODY")
        let error = #expect(throws: StorageError.self) { try parts.create(id) }
        #expect(error?.code == .unavailable)
        try Data().write(to: URL(filePath: folder.path + "/foreign"))
        #expect(throws: StorageError.self) { try root.prepare() }
    }

    @Test func `the probe leaves nothing`() throws {
        try blobs.probe()
        #expect(try FileManager().contentsOfDirectory(atPath: folder.path + "/incoming") == [])
    }
}
