import Glibc
import VelodyDomain

extension ScratchFile {
    /// Lends a descriptor that can only be read, positioned at 0.
    borrowing func withReadOnlyFile<R>(_ body: (OpenFile) -> R) -> R {
        let readOnly = unsafe open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        defer { close(readOnly) }
        return body(OpenFile(descriptor: readOnly, length: Int64(size)))
    }
}
