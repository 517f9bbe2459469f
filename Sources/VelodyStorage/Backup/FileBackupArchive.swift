import Glibc
package import VelodyDomain

/// A directory with backups, opened for reading or for writing.
package final class FileBackupArchive: BackupArchive {
    let place: BackupPlace
    /// Held as long as this value lives.
    private let lock: Descriptor

    private init(_ place: BackupPlace, lock: consuming Descriptor) {
        self.place = place
        self.lock = lock
    }

    /// Opens a directory that holds backups, for reading.
    ///
    /// Throws `missing` where it holds none, `locked` while a backup is being made there.
    package static func reading(_ path: String) throws(StorageError) -> FileBackupArchive {
        try open(BackupPlace(root: path), LOCK_SH)
    }

    /// Opens a directory for writing; one that is empty or not there is made one with backups.
    ///
    /// Throws `unavailable` for a directory that holds something else, `locked` while it is in use.
    static func writing(_ path: String) throws(StorageError) -> FileBackupArchive {
        let place = BackupPlace(root: path)
        if try FileStatus.of(place.marker) == nil { try mark(place) }
        return try open(place, LOCK_EX)
    }

    package func sets() throws(StorageError) -> [String] {
        try Directory.names(in: place.sets).filter { !$0.hasPrefix(".") }.sorted()
    }

    package func manifest(of set: String) throws(StorageError) -> [UInt8] {
        let file = try Descriptor.open(place.manifest(in: place.set(set)), O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: Int(try file.status().st_size))
        guard try file.read(into: &bytes, at: 0) == bytes.count else {
            throw StorageError(.unexpected, "the manifest is shorter than its size")
        }
        return bytes
    }

    package func database(of set: String) -> String { place.database(in: place.set(set)) }

    package func measureDatabase(of set: String) throws(StorageError) -> BackupFile {
        try Self.measure(database(of: set))
    }

    package func location(of content: StoredContent) -> String { place.location(of: content) }

    package func damage(
        of content: StoredContent, read: (Int) -> Void
    ) throws(StorageError) -> Damage? {
        try BlobCheck.damage(of: content, at: place.path(of: content), read: read)
    }

    static func measure(_ path: String) throws(StorageError) -> BackupFile {
        let file = try Descriptor.open(path, O_RDONLY)
        let size = Int64(try file.status().st_size)
        return BackupFile(hash: try Digest.ofFile(file, length: size), size: size)
    }

    private static func open(
        _ place: BackupPlace, _ kind: Int32
    ) throws(StorageError) -> FileBackupArchive {
        let marker = try Descriptor.open(place.marker, O_RDONLY)
        try lock(marker, kind)
        return FileBackupArchive(place, lock: marker)
    }

    /// Asks again for a second: a process that was just started has every lock of its parent's until
    /// it runs its program.
    private static func lock(_ marker: borrowing Descriptor, _ kind: Int32) throws(StorageError) {
        for attempt in 1...100 {
            if retrying({ flock(marker.number, kind | LOCK_NB) }) == 0 { return }
            guard errno == EWOULDBLOCK, attempt < 100 else { break }
            usleep(10_000)
        }
        throw StorageError(errno: errno, in: "flock")
    }

    /// The marker comes last, so that a directory that has it is whole.
    private static func mark(_ place: BackupPlace) throws(StorageError) {
        try Directory.make(place.root, mode: 0o700)
        let ignored = ["lost+found", "blobs", "sets"]
        guard try Directory.names(in: place.root).allSatisfy(ignored.contains) else {
            throw StorageError(.unavailable, "the directory holds something else than backups")
        }
        for path in [place.blobs, place.sets] + BackupPlace.kinds.map({ "\(place.blobs)/\($0)" }) {
            try Directory.make(path, mode: 0o700)
        }
        let marker = try Descriptor.open(place.marker, O_WRONLY | O_CREAT, mode: 0o600)
        try marker.write(Array("Velody backups, version 1\n".utf8).span, at: 0)
        try marker.synchronize()
        try Directory.synchronize(place.root)
    }
}
