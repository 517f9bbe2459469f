import Glibc
import VelodyDomain

/// Directories, made and changed durably.
enum Directory {
    /// Makes entries of the directory durable.
    static func synchronize(_ path: String) throws(StorageError) {
        try Descriptor.open(path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// Makes the directory unless it is there, durably, with exactly this mode.
    static func make(_ path: String, mode: mode_t) throws(StorageError) {
        if unsafe mkdir(path, mode) == 0 {
            // mkdir's mode is cut by the umask, and drops the setgid bit.
            let directory = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
            try directory.setMode(mode)
            // Who is not in the directory's group loses the setgid bit without an error.
            guard try directory.status().st_mode & 0o7777 == mode else {
                throw StorageError(
                    .unavailable, "fchmod: the server's user is not in the directory's group")
            }
            try directory.synchronize()
            return try synchronize(parent(of: path))
        }
        guard errno == EEXIST else { throw StorageError(errno: errno, in: "mkdir") }
        try finish(path, mode: mode)
    }

    /// Gives a directory that is there the rights it lacks: a crash came before they were set.
    private static func finish(_ path: String, mode: mode_t) throws(StorageError) {
        // O_NOFOLLOW: a planted symbolic link is refused rather than followed.
        let directory = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        let status = try directory.status()
        let missing = mode & ~status.st_mode & 0o7777
        guard missing != 0, status.st_uid == geteuid() else { return }
        try directory.setMode(status.st_mode & 0o7777 | missing)
        try directory.synchronize()
        try synchronize(parent(of: path))
    }

    /// Gives the file at `source` a second name; false where that name is taken.
    static func link(_ source: String, _ target: String) throws(StorageError) -> Bool {
        if unsafe Glibc.link(source, target) == 0 { return true }
        guard errno == EEXIST else { throw StorageError(errno: errno, in: "link") }
        return false
    }

    static func rename(_ source: String, _ target: String) throws(StorageError) {
        guard unsafe Glibc.rename(source, target) == 0 else {
            throw StorageError(errno: errno, in: "rename")
        }
    }

    /// Sets the mode of what is no symbolic link.
    static func setMode(_ path: String, _ mode: mode_t) throws(StorageError) {
        guard let status = try FileStatus.of(path), status.isRegular || status.isDirectory else {
            throw StorageError(.unexpected, "chmod: neither file nor directory")
        }
        guard unsafe chmod(path, mode) == 0 else { throw StorageError(errno: errno, in: "chmod") }
    }

    /// Removes a name; one that is not there is not an error.
    static func removeFile(_ path: String) throws(StorageError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw StorageError(errno: errno, in: "unlink")
        }
    }

    /// Removes an empty directory; one that is not there is not an error.
    static func removeDirectory(_ path: String) throws(StorageError) {
        guard unsafe rmdir(path) == 0 || errno == ENOENT else {
            throw StorageError(errno: errno, in: "rmdir")
        }
    }

    /// The names in a directory, but for `.` and `..`, in no order.
    static func names(in path: String) throws(StorageError) -> [String] {
        guard let directory = unsafe opendir(path) else {
            throw StorageError(errno: errno, in: "opendir", of: path)
        }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(directory) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        // A disk that fails must not look like a directory that ends.
        guard errno == 0 else { throw StorageError(errno: errno, in: "readdir", of: path) }
        return names
    }

    /// Where a path leads without symbolic links; its last name may be one that is not there yet.
    static func resolve(_ path: String) throws(StorageError) -> String {
        if let place = real(path) { return place }
        guard errno == ENOENT, let place = real(parent(of: path) + "/.") else {
            throw StorageError(errno: errno, in: "realpath", of: path)
        }
        return place + "/" + (path.split(separator: "/").last ?? "")
    }

    private static func real(_ path: String) -> String? {
        guard let place = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(place) }
        return unsafe String(cString: place)
    }

    static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
