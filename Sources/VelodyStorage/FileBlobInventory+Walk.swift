import Glibc
import VelodyDomain

extension FileBlobInventory {
    /// One of the two kinds of blobs: where they lie, and whose they must be.
    struct Kind {
        let path: String
        let owner: uid_t
        let group: gid_t
    }

    /// The operator says the group once, on the directories of the two kinds.
    func kinds() throws(StorageError) -> [Kind] {
        try root.requireOpen([root.layout.root, root.layout.library] + root.layout.kinds)
        var kinds: [Kind] = []
        for path in root.layout.kinds {
            guard let status = try FileStatus.of(path) else {
                throw StorageError(.unavailable, "the library has no place for its files")
            }
            kinds.append(Kind(path: path, owner: status.owner, group: status.group))
        }
        return kinds
    }

    /// Takes in what is at `path`, and all below it; directories only where their access is wrong.
    func walk(_ path: String, _ kind: Kind, into found: inout [StoredFile]) throws(StorageError) {
        guard let status = try FileStatus.of(path) else { return }
        let file = stored(path, status, kind)
        guard file.isDirectory else {
            found.append(file)
            return
        }
        if !file.hasRightAccess { found.append(file) }
        do throws(StorageError) {
            for name in try Directory.names(in: path) {
                try walk(path + "/" + name, kind, into: &found)
            }
        } catch {
            // It is told already; what lies in it nobody can say before its access is right.
            guard error.code == .unavailable, !file.hasRightAccess else { throw error }
        }
    }

    func stored(_ path: String, _ status: FileStatus, _ kind: Kind) -> StoredFile {
        let mode: mode_t = status.isDirectory ? 0o2750 : 0o640
        return StoredFile(
            path: relative(path), content: status.isRegular ? content(path, status.size) : nil,
            size: status.size, changedAt: status.changedAt, isDirectory: status.isDirectory,
            hasRightAccess: status.owner == kind.owner && status.group == kind.group
                && status.mode == mode)
    }

    /// A file that is no blob, whoever may read it; nothing for a directory.
    func plain(_ path: String) throws(StorageError) -> [StoredFile] {
        guard let status = try FileStatus.of(path), !status.isDirectory else { return [] }
        return [
            StoredFile(
                path: relative(path), content: nil, size: status.size,
                changedAt: status.changedAt, hasRightAccess: true)
        ]
    }

    static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private func relative(_ path: String) -> String {
        String(path.dropFirst(root.layout.root.count + 1))
    }

    /// What the name says the file is, where it lies exactly where that lies.
    private func content(_ path: String, _ size: Int64) -> StoredContent? {
        guard let name = path.split(separator: "/").last,
            let hash = name.split(separator: ".").first.flatMap({ ContentHash(hex: $0) })
        else { return nil }
        return MediaType.allCases.map { StoredContent(hash: hash, type: $0, size: size) }
            .first { root.layout.path(of: $0) == path }
    }
}
