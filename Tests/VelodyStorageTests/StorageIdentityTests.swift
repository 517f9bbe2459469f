import FoundationEssentials
import Testing
import VelodyCrypto
import VelodyDomain
import VelodyStorage
import VelodyTesting

/// The identity in the file that marks a storage root.
@Suite struct StorageIdentityTests {
    private let folder: TemporaryDirectory
    private let root: StorageRoot
    private let blobs: FileBlobStore
    private var marker: String { folder.path + "/VELODY" }

    init() throws {
        folder = try TemporaryDirectory()
        root = StorageRoot.at(folder.path, reserveBytes: 0)
        blobs = FileBlobStore(root, cryptography: OpenSSLCryptography())
    }

    private func text(_ path: String) -> String? {
        FileManager().contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test func `a root has one once it was taken, which stays when it is prepared again`() throws {
        try root.prepare()
        #expect(try root.identity() == nil)
        let id = try blobs.identify()
        #expect(text(marker) == "Velody storage root, version 1\nid \(id)\n")
        try root.prepare()
        #expect(try root.identity() == id)
        #expect(try blobs.identify() == id)
    }

    @Test func `a root of before gets one in place, beside what a crash left`() throws {
        try root.prepare()
        try write("Velody storage root, version 1\n", to: marker)
        let longer =
            "longer than a marker ever is, left by a crash\nid nothing\nand so on\nand so on\n"
        try write(longer, to: marker + ".new")
        try root.prepare()
        #expect(try root.identity() == nil)
        let id = try blobs.identify()
        #expect(text(marker) == "Velody storage root, version 1\nid \(id)\n")
        #expect(text(marker + ".new") == nil)
        #expect(try blobs.identity() == id)
    }

    @Test func `many who give one at once give the same`() async throws {
        for _ in 1...20 {
            try root.prepare()
            try write("Velody storage root, version 1\n", to: marker)
            let given = await withTaskGroup { group in
                for _ in 1...8 { group.addTask { [blobs] in try? blobs.identify() } }
                return await group.reduce(into: Set<StorageID?>()) { $0.insert($1) }
            }
            let own = try root.identity()
            #expect(own != nil && given == [own])
        }
    }

    @Test func `a root that is missing has none and gets none`() throws {
        #expect(throws: StorageError.self) { try root.identity() }
        #expect(throws: StorageError.self) { try blobs.identify() }
        #expect(try FileManager().contentsOfDirectory(atPath: folder.path) == [])
    }
}
