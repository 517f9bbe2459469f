import FoundationEssentials
import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyStorage

/// Parts and blobs on a real file system.
@Suite struct StorageTests {
    private let folder: TemporaryFolder
    private let root: StorageRoot
    private let parts: FilePartStore
    private let blobs: FileBlobStore
    private let id: UploadID

    init() throws {
        folder = try TemporaryFolder()
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

    @Test func `a part is locked against everybody else until it is released`() throws {
        do {
            let held = try part([1])
            let error = #expect(throws: StorageError.self) { try parts.lock(id, patience: 0.05) }
            #expect(error?.code == .locked)
            withExtendedLifetime(held) {}
        }
        _ = try parts.lock(id, patience: 0)
    }

    @Test func `a part that is gone is missing, and removing it again is no error`() throws {
        try parts.create(id)
        try parts.remove(id)
        try parts.remove(id)
        let error = #expect(throws: StorageError.self) { try parts.lock(id, patience: 0) }
        #expect(error?.code == .missing)
    }

    @Test func `bytes go to their offset, and truncating cuts them`() throws {
        let part = try part([1, 2, 3])
        try part.write([9, 9].span, at: 5)
        #expect(try part.length() == 7)
        try part.truncate(to: 2)
        #expect(try part.digest(length: 2) == OpenSSLCryptography().sha256([1, 2]))
        #expect(throws: StorageError.self) { try part.digest(length: 3) }
    }

    @Test func `publishing may be repeated, and the part keeps its name`() throws {
        let bytes = [UInt8](repeating: 7, count: 3_000_000)
        let content = content(bytes)
        let part = try part(bytes)
        for _ in 1...2 { try blobs.publish(part, as: content) }
        #expect(try blobs.isPresent(content))
        #expect(FileManager().fileExists(atPath: folder.path + "/incoming/\(id).part"))
        #expect(mode(path(content)) == 0o640)
        #expect(mode(folder.path + "/library/audio") == 0o2750)
        #expect(mode(folder.path + "/incoming") == 0o700)
    }

    @Test func `a good blob stays and a damaged one is replaced`() throws {
        let bytes = [UInt8](repeating: 8, count: 1_000)
        let content = content(bytes)
        let part = try part(bytes)
        try blobs.publish(part, as: content)
        for damage in [Array(repeating: 9, count: 1_000) as [UInt8], [1, 2]] {
            try FileManager().removeItem(atPath: path(content))
            try Data(damage).write(to: URL(filePath: path(content)))
            try blobs.publish(part, as: content)
            #expect(FileManager().contents(atPath: path(content)) == Data(bytes))
        }
        let leaf = path(content).split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
        #expect(try FileManager().contentsOfDirectory(atPath: leaf).count == 1)
    }

    @Test func `a planted symbolic link is not followed`() throws {
        let bytes: [UInt8] = [1, 2, 3]
        let content = content(bytes)
        let outside = try TemporaryFolder()
        let first = path(content).split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
        try FileManager().createSymbolicLink(atPath: first, withDestinationPath: outside.path)
        #expect(throws: StorageError.self) { try blobs.publish(part(bytes), as: content) }
        #expect(try FileManager().contentsOfDirectory(atPath: outside.path) == [])
    }

    @Test func `a refused part lies in quarantine with its reason`() throws {
        let part = try part([4, 5])
        try blobs.quarantine(part, of: id, reason: Array("{}".utf8))
        let place = folder.path + "/quarantine/\(id)"
        #expect(FileManager().contents(atPath: place + "/file") == Data([4, 5]))
        #expect(FileManager().contents(atPath: place + "/reason.json") == Data("{}".utf8))
        #expect(!FileManager().fileExists(atPath: folder.path + "/incoming/\(id).part"))
    }

    @Test func `a temporary blob is measured, published, and gone from temp`() throws {
        let bytes = Array("picture".utf8)
        do {
            let temporary = try blobs.makeTemporaryFile()
            temporary.withWritableFile { file in
                _ = unsafe bytes.withUnsafeBytes {
                    unsafe write(file.descriptor, $0.baseAddress, 7)
                }
            }
            let measured = try temporary.measure()
            #expect(measured.size == 7)
            let content = StoredContent(hash: measured.hash, type: .png, size: 7)
            try temporary.publish(as: content)
            #expect(try blobs.isPresent(content))
        }
        #expect(try FileManager().contentsOfDirectory(atPath: folder.path + "/temp") == [])
    }

    @Test func `the reserve is respected`() throws {
        let greedy = FilePartStore(StorageRoot.at(folder.path, reserveBytes: .max / 2))
        let error = #expect(throws: StorageError.self) { try greedy.requireSpace(for: 1) }
        #expect(error?.code == .insufficientSpace)
    }

    @Test func `a root without its marker is not used, nor prepared over foreign files`() throws {
        try FileManager().removeItem(atPath: folder.path + "/VELODY")
        let error = #expect(throws: StorageError.self) { try parts.create(id) }
        #expect(error?.code == .unavailable)
        try Data().write(to: URL(filePath: folder.path + "/foreign"))
        #expect(throws: StorageError.self) { try root.prepare() }
    }

    @Test func `the probe leaves nothing, and an empty library fails where content is expected`()
        throws
    {
        try blobs.probe(expectingContent: false)
        #expect(throws: StorageError.self) { try blobs.probe(expectingContent: true) }
        #expect(try FileManager().contentsOfDirectory(atPath: folder.path + "/incoming") == [])
    }
}
