import FoundationEssentials
import Glibc

extension OwnedDescriptor {
    /// Opens a file for reading; an error leaves a descriptor that is good for nothing.
    ///
    /// A pipe is not waited for: it would hold the call up until somebody writes to it.
    package static func file(at path: String) -> OwnedDescriptor {
        OwnedDescriptor(owning: unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    }

    /// How many bytes a regular file has; nil for anything else.
    package var fileLength: Int64? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Makes a file that has no name, and goes with the descriptor.
    package static func scratchFile() throws(ProcessError) -> OwnedDescriptor {
        let name = "velody-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let path = FileManager.default.temporaryDirectory.appending(path: name).path
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw ProcessError(.pipe, "\(path): \(reason(errno))") }
        unsafe unlink(path)
        return OwnedDescriptor(owning: number)
    }
}
