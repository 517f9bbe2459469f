import CLinuxFiles
import Glibc
import VelodyDomain

/// Owns one file descriptor; closes it when it goes.
struct Descriptor: ~Copyable {
    let number: Int32

    private init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Opens a path; never follows a symbolic link in its last component, never leaks on exec.
    static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600
    ) throws(StorageError) -> Descriptor {
        let number = retrying { unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode) }
        guard number >= 0 else { throw StorageError(errno: errno, in: "open") }
        return Descriptor(owning: number)
    }

    func status() throws(StorageError) -> stat {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else {
            throw StorageError(errno: errno, in: "fstat")
        }
        return status
    }

    /// Writes all bytes at `offset`.
    func write(_ bytes: Span<UInt8>, at offset: Int64) throws(StorageError) {
        var done = 0
        while done < bytes.count {
            let rest = bytes.extracting(done..<bytes.count)
            let count = unsafe rest.withUnsafeBytes { rest in
                retrying {
                    unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset) + done)
                }
            }
            guard count > 0 else {
                throw StorageError(errno: count < 0 ? errno : ENOSPC, in: "pwrite")
            }
            done += count
        }
    }

    /// Reads into `buffer` from `offset`; 0 at the end of the file.
    func read(into buffer: inout [UInt8], at offset: Int64) throws(StorageError) -> Int {
        let count = unsafe buffer.withUnsafeMutableBytes { buffer in
            retrying { unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset)) }
        }
        guard count >= 0 else { throw StorageError(errno: errno, in: "pread") }
        return count
    }

    /// Has the kernel begin to write a range to disk, without waiting; a failure shows when synchronizing.
    func beginWriting(from start: Int64, to end: Int64) {
        velody_begin_writing(number, start, end - start)
    }

    /// Makes data and length durable.
    func synchronizeData() throws(StorageError) {
        guard fdatasync(number) == 0 else { throw StorageError(errno: errno, in: "fdatasync") }
    }

    /// Makes everything about the file durable, its mode too.
    func synchronize() throws(StorageError) {
        guard fsync(number) == 0 else { throw StorageError(errno: errno, in: "fsync") }
    }

    /// Makes everything durable on the file system that this file is on.
    func synchronizeFileSystem() throws(StorageError) {
        guard velody_synchronize_file_system(number) == 0 else {
            throw StorageError(errno: errno, in: "syncfs")
        }
    }

    func truncate(to length: Int64) throws(StorageError) {
        guard retrying({ ftruncate(number, off_t(length)) }) == 0 else {
            throw StorageError(errno: errno, in: "ftruncate")
        }
    }

    /// Throws `unavailable` where the caller is neither root nor in the group.
    func setGroup(_ group: gid_t) throws(StorageError) {
        guard fchown(number, uid_t.max, group) == 0 else {
            guard errno != EPERM else {
                throw StorageError(
                    .unavailable, "fchown: the server's user is not in the library's group \(group)"
                )
            }
            throw StorageError(errno: errno, in: "fchown")
        }
    }

    /// Says that the bytes are of now.
    func touch() throws(StorageError) {
        guard futimens(number, nil) == 0 else {
            throw StorageError(errno: errno, in: "futimens")
        }
    }

    func setMode(_ mode: mode_t) throws(StorageError) {
        guard fchmod(number, mode) == 0 else { throw StorageError(errno: errno, in: "fchmod") }
    }
}

/// Calls again while a signal interrupts.
func retrying<T: SignedInteger>(_ call: () -> T) -> T {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
