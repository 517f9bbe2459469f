import Glibc
import VelodyDomain

/// Gives verified files their name in the library, where the web server can read them.
struct Publisher {
    let layout: Layout
    /// Makes names beside a blob that nobody else uses.
    let suffix: String

    /// Links the file at `path`, open as `source`, to its content's name, durably.
    ///
    /// A blob that is there and verifies stays; a damaged one is replaced without a moment in
    /// which the name is missing. Either way it ends as 0640 in the group of its directory; throws
    /// `unavailable` where the server's user may not give it that group.
    func publish(
        _ source: borrowing Descriptor, at path: String, as content: StoredContent
    ) throws(StorageError) {
        let target = layout.path(of: content)
        let leaf = Directory.parent(of: target)
        try makeDirectories(to: leaf)
        let group = try Descriptor.open(leaf, O_RDONLY | O_DIRECTORY).status().st_gid
        // A second name keeps the group that the file got in its first directory.
        try seal(source, for: group)
        if try !Directory.link(path, target), try !keep(target, content, for: group) {
            let beside = "\(leaf)/.\(suffix)"
            _ = try Directory.link(path, beside)
            try Directory.rename(beside, target)
            // Between two names of one file, rename does nothing and leaves both.
            try Directory.removeFile(beside)
        }
        try Directory.synchronize(leaf)
    }

    /// Lets the group read the file, and makes everything about it durable.
    private func seal(_ file: borrowing Descriptor, for group: gid_t) throws(StorageError) {
        if try file.status().st_gid != group { try file.setGroup(group) }
        try file.setMode(0o640)
        try file.synchronize()
    }

    private func makeDirectories(to leaf: String) throws(StorageError) {
        try Directory.make(Directory.parent(of: leaf), mode: 0o2750)
        try Directory.make(leaf, mode: 0o2750)
    }

    /// Keeps the blob at `path` if it verifies; false where it must be replaced.
    private func keep(
        _ path: String, _ content: StoredContent, for group: gid_t
    ) throws(StorageError) -> Bool {
        let blob: Descriptor
        do { blob = try Descriptor.open(path, O_RDONLY) } catch {
            // A symbolic link, or nothing readable: not a blob of ours.
            return false
        }
        guard try Int64(blob.status().st_size) == content.size else { return false }
        guard try Digest.ofFile(blob, length: content.size) == content.hash else { return false }
        try seal(blob, for: group)
        return true
    }
}
