import Glibc
import VelodyDomain

/// Gives verified, sealed files their name in the library.
struct Publisher {
    let layout: Layout
    /// Makes names beside a blob that nobody else uses.
    let suffix: String

    /// Links the file at `source` to its content's name, durably.
    ///
    /// A blob that is there and verifies stays; a damaged one is replaced without a moment in
    /// which the name is missing.
    func publish(_ source: String, as content: StoredContent) throws(StorageError) {
        let target = layout.path(of: content)
        let leaf = Directory.parent(of: target)
        try makeDirectories(to: leaf)
        if try !Directory.link(source, target), try !verifies(target, content) {
            let beside = "\(leaf)/.\(suffix)"
            _ = try Directory.link(source, beside)
            try Directory.rename(beside, target)
            // Between two names of one file, rename does nothing and leaves both.
            try Directory.removeFile(beside)
        }
        try Directory.synchronize(leaf)
    }

    private func makeDirectories(to leaf: String) throws(StorageError) {
        try Directory.make(Directory.parent(of: leaf), mode: 0o2750)
        try Directory.make(leaf, mode: 0o2750)
    }

    private func verifies(_ path: String, _ content: StoredContent) throws(StorageError) -> Bool {
        let blob: Descriptor
        do { blob = try Descriptor.open(path, O_RDONLY) } catch {
            // A symbolic link, or nothing readable: not a blob of ours.
            return false
        }
        guard try Int64(blob.status().st_size) == content.size else { return false }
        return try Digest.ofFile(blob, length: content.size) == content.hash
    }
}
