import Glibc
import VelodyDomain

extension StorageError {
    /// Translates an errno of the named system call, about a directory where that is given.
    init(errno code: Int32, in call: StaticString, of directory: String? = nil) {
        let kind: Code =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .insufficientSpace
            case ENOENT: .missing
            case EWOULDBLOCK: .locked
            case EROFS, EIO, EACCES, EPERM, ESTALE, ENOTDIR, ENODEV, ENXIO, EMFILE, ENFILE:
                .unavailable
            default: .unexpected
            }
        let place = directory.map { " of \($0)" } ?? ""
        let meaning = unsafe String(cString: strerror(code))
        self.init(kind, "\(call)\(place): errno \(code) (\(meaning))")
    }
}
