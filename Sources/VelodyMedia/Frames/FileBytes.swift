import Glibc

/// Reading a part of a file at once.
enum FileBytes {
    /// As many of the `length` bytes at `offset` as there are.
    static func read(
        _ length: Int, at offset: Int, of descriptor: Int32
    ) throws(MediaError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            while count < length {
                let got = unsafe pread(
                    descriptor, buffer.baseAddress.map { unsafe $0 + count }, length - count,
                    off_t(offset + count))
                if got == 0 { break }
                if got > 0 {
                    count += got
                } else if errno != EINTR {
                    code = errno
                    break
                }
            }
        }
        guard code == 0 else { throw MediaError(.inputOutput, "pread errno=\(code)") }
        return bytes
    }
}
