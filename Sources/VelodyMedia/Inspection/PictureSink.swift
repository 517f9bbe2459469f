import Glibc

/// Writing the chosen picture to the descriptor that came with the job.
enum PictureSink {
    /// Writes all of `bytes` from offset 0 on; throws `inputOutput`.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(MediaError) {
        var offset = 0
        while offset < bytes.count {
            let wrote = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset))
            }
            if wrote >= 0 {
                offset += wrote
            } else if errno != EINTR {
                throw MediaError(.inputOutput, "pwrite errno=\(errno)")
            }
        }
    }
}
