import Glibc
package import VelodyDomain

/// The identity in the marker, which moves with the root's files.
extension StorageRoot {
    private static let title = "Velody storage root, version 1\n"
    private static let label = "id "

    /// Which storage this is; nil where no library has taken it, or one did before storages had identities.
    ///
    /// Throws `unavailable` unless the root is there and marked.
    package func identity() throws(StorageError) -> StorageID? {
        try require()
        let marker = try Descriptor.open(layout.marker, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = try marker.read(into: &bytes, at: 0)
        let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix(Self.label) }
            .flatMap { StorageID($0.dropFirst(Self.label.count)) }
    }

    /// Marks the root as one that no library has taken.
    func mark() throws(StorageError) {
        guard !isMarked else { return }
        let marker = try Descriptor.open(layout.marker, O_WRONLY | O_CREAT, mode: 0o644)
        try marker.write(Array(Self.title.utf8).span, at: 0)
        try marker.synchronize()
        try Directory.synchronize(layout.root)
    }

    /// The identity; `id`, given now and once, where there is none: whoever else does so too gets the same.
    ///
    /// The marker is replaced in one step, durably: a crash leaves the old one or the new one. Throws
    /// `unavailable` unless the root is there and marked.
    func identify(_ id: @autoclosure () -> StorageID) throws(StorageError) -> StorageID {
        if let known = try identity() { return try settled(known) }
        let fresh = try Descriptor.open(layout.freshMarker, O_RDWR | O_CREAT, mode: 0o644)
        guard retrying({ flock(fresh.number, LOCK_EX) }) == 0 else {
            throw StorageError(errno: errno, in: "flock")
        }
        // Who had the lock before has made this file the marker; one made since is not needed.
        if let known = try identity() {
            try Directory.removeFile(layout.freshMarker)
            return try settled(known)
        }
        let id = id()
        try fresh.truncate(to: 0)
        try fresh.write(Array("\(Self.title)\(Self.label)\(id)\n".utf8).span, at: 0)
        try fresh.synchronize()
        try Directory.rename(layout.freshMarker, layout.marker)
        return try settled(id)
    }

    /// The identity, once its file's name is durable: whoever gave it may not have come to that yet.
    private func settled(_ id: StorageID) throws(StorageError) -> StorageID {
        // The root itself may be a symbolic link.
        try Directory.synchronize(layout.root + "/.")
        return id
    }
}
