import FoundationEssentials
import Glibc
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyStorage
import VelodyTesting

/// Blobs belong to the group that the web server is in, wherever their bytes came from.
@Suite struct GroupTests {
    private static let webServer: gid_t = 33
    private static let server: uid_t = 2

    private let folder: TemporaryDirectory
    private let parts: FilePartStore
    private let blobs: FileBlobStore
    private let bytes: [UInt8] = [1, 2, 3]
    private let id = UploadID(random: [UInt8](repeating: 1, count: 16))

    /// The layout of a server whose user is in no other group than its own.
    init() throws {
        try #require(geteuid() == 0, "files of another group: run the tests as root")
        folder = try TemporaryDirectory()
        let root = StorageRoot.at(folder.path, reserveBytes: 0)
        try root.prepare()
        parts = FilePartStore(root)
        blobs = FileBlobStore(root, cryptography: OpenSSLCryptography())
        for name in ["", "/VELODY", "/incoming", "/quarantine", "/temp", "/library"] {
            unsafe chown(folder.path + name, Self.server, Self.server)
        }
        for name in ["/library/audio", "/library/artwork"] {
            unsafe chown(folder.path + name, Self.server, Self.webServer)
        }
    }

    private func content(_ type: MediaType) -> StoredContent {
        StoredContent(hash: OpenSSLCryptography().sha256(bytes), type: type, size: 3)
    }

    private func status(_ content: StoredContent) -> stat {
        var status = stat()
        _ = unsafe lstat("\(folder.path)/library/\(blobs.location(of: content))", &status)
        return status
    }

    private func publish(_ content: StoredContent) throws {
        try parts.create(id)
        let part = try parts.lock(id, patience: 0)
        try part.write(bytes.span, at: 0)
        try blobs.publish(part, as: content)
    }

    @Test func `a song gets the group of its directory`() throws {
        try publish(content(.mp3))
        #expect(status(content(.mp3)).st_gid == Self.webServer)
        #expect(status(content(.mp3)).st_mode & 0o7777 == 0o640)
    }

    @Test func `a picture gets the group of its directory`() throws {
        let temporary = try blobs.makeTemporaryFile()
        temporary.withWritableFile { file in
            _ = unsafe bytes.withUnsafeBytes {
                unsafe write(file.descriptor, $0.baseAddress, 3)
            }
        }
        try temporary.publish(as: content(.png))
        #expect(status(content(.png)).st_gid == Self.webServer)
        #expect(status(content(.png)).st_mode & 0o7777 == 0o640)
    }

    @Test func `a good blob of the wrong group and mode is mended`() throws {
        try publish(content(.mp3))
        let path = "\(folder.path)/library/\(blobs.location(of: content(.mp3)))"
        try FileManager().removeItem(atPath: path)
        try Data(bytes).write(to: URL(filePath: path))
        unsafe chown(path, Self.server, Self.server)
        unsafe chmod(path, 0o600)
        try blobs.publish(parts.lock(id, patience: 0), as: content(.mp3))
        #expect(status(content(.mp3)).st_gid == Self.webServer)
        #expect(status(content(.mp3)).st_mode & 0o7777 == 0o640)
    }

    @Test func `a server that is not in the group says so, and publishes nothing`() throws {
        let error = #expect(throws: StorageError.self) {
            try FileRights.of(Self.server) { try publish(content(.mp3)) }
        }
        #expect(error?.code == .unavailable)
        #expect(error?.diagnostic.contains("group") == true)
        #expect(try !blobs.isPresent(content(.mp3)))
    }

    @Test func `directories that are there do not hide that the group is out of reach`() throws {
        try publish(content(.mp3))
        let path = "\(folder.path)/library/\(blobs.location(of: content(.mp3)))"
        try FileManager().removeItem(atPath: path)
        let error = #expect(throws: StorageError.self) {
            try FileRights.of(Self.server) {
                try parts.remove(id)
                try publish(content(.mp3))
            }
        }
        #expect(error?.code == .unavailable)
        #expect(try !blobs.isPresent(content(.mp3)))
    }
}
