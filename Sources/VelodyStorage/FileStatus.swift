import Glibc
import VelodyDomain

/// What the file system says of one name; a symbolic link is told as itself.
struct FileStatus {
    private let status: stat

    /// Nil where nothing has that name.
    static func of(_ path: String) throws(StorageError) -> FileStatus? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw StorageError(errno: errno, in: "lstat")
            }
            return nil
        }
        return FileStatus(status: status)
    }

    var size: Int64 { Int64(status.st_size) }
    var inode: UInt { UInt(status.st_ino) }
    /// How many names it has.
    var links: UInt { UInt(status.st_nlink) }
    var owner: uid_t { status.st_uid }
    var group: gid_t { status.st_gid }
    /// The permission bits.
    var mode: mode_t { status.st_mode & 0o7777 }
    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
    /// When its bytes changed last.
    var modifiedAt: Timestamp { Self.timestamp(status.st_mtim) }
    /// When anything about it changed last, its names too.
    var changedAt: Timestamp { max(modifiedAt, Self.timestamp(status.st_ctim)) }

    private static func timestamp(_ time: timespec) -> Timestamp {
        Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
