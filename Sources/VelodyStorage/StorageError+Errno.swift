import Glibc
import VelodyDomain

extension StorageError {
    /// Translates an errno of the named system call.
    init(errno code: Int32, in call: StaticString) {
        let kind: Code =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .insufficientSpace
            case ENOENT: .missing
            case EWOULDBLOCK: .locked
            case EROFS, EIO, EACCES, EPERM, ESTALE, ENOTDIR, ENODEV, ENXIO, EMFILE, ENFILE:
                .unavailable
            default: .unexpected
            }
        self.init(kind, "\(call): errno \(code) (\(unsafe String(cString: strerror(code))))")
    }
}
