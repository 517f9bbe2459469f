import Glibc
package import VelodyDomain

/// Blobs in `library/`.
///
/// Thread safe.
package struct FileBlobStore: BlobStore {
    private let root: StorageRoot
    private let cryptography: any Cryptography

    package init(_ root: StorageRoot, cryptography: any Cryptography) {
        self.root = root
        self.cryptography = cryptography
    }

    package func publish(
        _ part: any LockedPart, as content: StoredContent
    ) throws(StorageError) {
        guard let part = part as? FilePart else {
            throw StorageError(.unexpected, "the part is of another store")
        }
        try root.require()
        try part.publish(with: publisher, as: content)
    }

    package func makeTemporaryFile() throws(StorageError) -> any TemporaryBlob {
        try root.require()
        let path = "\(root.layout.temporary)/\(uniqueName()).tmp"
        return FileTemporaryBlob(
            try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600), path: path,
            publisher: publisher)
    }

    package func quarantine(
        _ part: any LockedPart, of id: UploadID, reason: [UInt8]
    ) throws(StorageError) {
        try root.require()
        let directory = root.layout.quarantined(id)
        try Directory.make(directory, mode: 0o700)
        let file = try Descriptor.open(
            directory + "/reason.json", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
        try file.write(reason.span, at: 0)
        try file.synchronize()
        try Directory.rename(root.layout.part(id), directory + "/file")
        // Between two names of one file (a release that was broken off) it leaves both.
        try Directory.removeFile(root.layout.part(id))
        try Directory.synchronize(directory)
        try Directory.synchronize(root.layout.incoming)
    }

    package func withReadOnlyFile<R>(
        of content: StoredContent, _ body: (OpenFile) -> R
    ) throws(StorageError) -> R {
        guard try isPresent(content) else { throw StorageError(.missing, "no blob, or not whole") }
        let file = try Descriptor.open(root.layout.path(of: content), O_RDONLY)
        return body(OpenFile(descriptor: file.number, length: content.size))
    }

    package func isPresent(_ content: StoredContent) throws(StorageError) -> Bool {
        try root.require()
        var status = stat()
        guard unsafe lstat(root.layout.path(of: content), &status) == 0 else {
            guard errno == ENOENT else { throw StorageError(errno: errno, in: "lstat") }
            return false
        }
        return status.st_mode & S_IFMT == S_IFREG && Int64(status.st_size) == content.size
    }

    package func location(of content: StoredContent) -> String {
        root.layout.relativePath(of: content)
    }

    package func probe() throws(StorageError) {
        try root.require()
        let path = "\(root.layout.incoming)/\(uniqueName()).probe"
        do {
            try writeAndReadBack(path)
        } catch {
            try? Directory.removeFile(path)
            throw error
        }
        try Directory.removeFile(path)
        try root.requireSpace(for: 0)
    }

    package func identity() throws(StorageError) -> StorageID? { try root.identity() }

    package func identify() throws(StorageError) -> StorageID {
        try root.identify(StorageID(random: cryptography.randomBytes(16)))
    }

    package func isEmpty() throws(StorageError) -> Bool {
        try root.require()
        let audio = root.layout.library + "/audio"
        try root.requireOpen([root.layout.library, audio])
        return try Self.buckets(in: audio).allSatisfy { bucket in
            let path = "\(audio)/\(bucket)"
            guard let leaves = try? Self.buckets(in: path) else { return false }
            return leaves.allSatisfy { Self.isEmpty("\(path)/\($0)") }
        }
    }

    private static func buckets(in path: String) throws(StorageError) -> [String] {
        try Directory.names(in: path).filter { $0.utf8.count == 2 }
    }

    /// Whether a directory of blobs has none, whatever a broken-off replacement left there.
    private static func isEmpty(_ leaf: String) -> Bool {
        guard let names = try? Directory.names(in: leaf) else { return false }
        return names.allSatisfy { $0.hasPrefix(".") }
    }

    package func space() throws(StorageError) -> StorageSpace { try root.space() }

    private var publisher: Publisher { Publisher(layout: root.layout, suffix: uniqueName()) }

    private func uniqueName() -> String {
        UploadID(random: cryptography.randomBytes(16)).description
    }

    private func writeAndReadBack(_ path: String) throws(StorageError) {
        let written = cryptography.randomBytes(64)
        let file = try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try file.write(written.span, at: 0)
        try file.synchronize()
        var read = [UInt8](repeating: 0, count: written.count)
        let count = try file.read(into: &read, at: 0)
        guard count == written.count, read == written else {
            throw StorageError(.unavailable, "what was written reads differently")
        }
    }
}
