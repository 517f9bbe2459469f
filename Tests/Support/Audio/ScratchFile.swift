import Glibc

/// An open file without a name: it is gone with its owner, also when the process is killed.
package struct ScratchFile: ~Copyable {
    /// Open for reading and writing.
    package let descriptor: Int32

    /// A file that holds `bytes`; traps where none can be made.
    package init(_ bytes: [UInt8] = []) {
        let path = "/tmp/velody-scratch-\(UInt64.random(in: 0...UInt64.max))"
        descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "no scratch file, errno \(errno)")
        unsafe unlink(path)
        write(bytes, at: 0)
    }

    deinit { close(descriptor) }

    /// Writes `bytes` at `offset`, with a hole before them where the file was shorter.
    package func write(_ bytes: [UInt8], at offset: Int) {
        let wrote = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }
        precondition(wrote == bytes.count, "short write, errno \(errno)")
    }

    /// In bytes.
    package var size: Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// All it holds.
    package var bytes: [UInt8] {
        let size = size
        return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = unsafe max(0, pread(descriptor, buffer.baseAddress, size, 0))
        }
    }
}
