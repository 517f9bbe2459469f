import Glibc
import VelodyCrypto
import VelodyDomain

/// Copies a file while it is hashed, so that only what was verified is ever kept.
enum FileCopy {
    private static let stepSize = 1 << 20

    /// Copies `content` from `source` to the new file at `target`, and makes the copy durable.
    ///
    /// The target's name is the caller's to make durable, and to remove where something is wrong.
    /// `read` is told of each step, in bytes.
    /// - Returns: what is wrong with the source; nil for nothing.
    static func make(
        of content: StoredContent, from source: String, to target: String, read: (Int) -> Void
    ) throws(StorageError) -> Damage? {
        guard let status = try FileStatus.of(source) else { return .missing }
        guard status.isRegular, status.size == content.size else { return .wrongSize }
        let input: Descriptor
        do { input = try Descriptor.open(source, O_RDONLY) } catch {
            return error.code == .missing ? .missing : .unreadable
        }
        let output = try Descriptor.open(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        let hash = try copy(input, to: output, read: read)
        guard let hash else { return .unreadable }
        guard hash == content.hash else { return .wrongHash }
        try output.setMode(0o640)
        try output.synchronize()
        return nil
    }

    /// The SHA-256 of what was copied; nil where the source cannot be read.
    private static func copy(
        _ input: borrowing Descriptor, to output: borrowing Descriptor, read: (Int) -> Void
    ) throws(StorageError) -> ContentHash? {
        let hasher = SHA256()
        var buffer = [UInt8](repeating: 0, count: stepSize)
        var offset: Int64 = 0
        while true {
            guard let count = try? input.read(into: &buffer, at: offset) else { return nil }
            guard count > 0 else { return hasher.finish() }
            let bytes = buffer.span.extracting(0..<count)
            hasher.update(bytes)
            try output.write(bytes, at: offset)
            offset += Int64(count)
            read(count)
        }
    }
}
