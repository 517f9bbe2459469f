import FoundationEssentials
import Glibc

extension OwnedDescriptor {
    /// Makes a file without a name, open for reading and writing: it is gone with its descriptors.
    package static func scratch() throws(ProcessError) -> OwnedDescriptor {
        let name = "velody-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let path = FileManager.default.temporaryDirectory.appending(path: name).path
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw ProcessError(.open, "\(path): \(reason(errno))") }
        unsafe unlink(path)
        return OwnedDescriptor(owning: number)
    }

    /// In bytes; nil for what is no plain file.
    package var plainFileLength: Int64? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }
}
