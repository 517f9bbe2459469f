import Glibc

/// An exclusive lock on a file that names its holder; the kernel drops it with the process.
///
/// A file left by a dead process is no obstacle, and its number is never believed without the lock.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    /// Takes the lock at `path` and writes this process's number into the file.
    ///
    /// Returns `nil` when another process holds it; throws `lock` when the file cannot be used.
    package static func acquire(_ path: String) throws(ProcessError) -> FileLock? {
        let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw ProcessError(.lock, "\(path): \(reason(errno))") }
        let descriptor = OwnedDescriptor(owning: number)
        // Who only looks who holds it has it too, for a moment.
        var patience = 10
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            guard patience > 0 else { return nil }
            patience -= 1
            ProcessEvents.pause(milliseconds: 50)
        }
        ftruncate(number, 0)
        descriptor.write(Array("\(getpid())\n".utf8))
        return FileLock(descriptor: descriptor)
    }

    /// The process that holds the lock at `path`, or `nil` when nobody does.
    package static func holder(_ path: String) -> Int32? {
        guard let file = try? OwnedDescriptor.reading(path) else { return nil }
        guard flock(file.number, LOCK_SH | LOCK_NB) != 0 else { return nil }
        let text = String(decoding: file.readToEnd(), as: UTF8.self)
        return text.split(separator: "\n").first.flatMap { Int32($0) }
    }
}
