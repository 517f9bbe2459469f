import Glibc

/// Writing the chosen picture to the descriptor that came with the job.
enum PictureSink {
    /// In bytes: how much of a picture is in memory at once.
    private static let step = 64 * 1024

    /// Copies all of `source` from offset 0 on, and tells how many bytes it was.
    ///
    /// Throws `inputOutput`.
    static func write(
        _ source: PictureSource, to descriptor: Int32, from file: inout FileWindow
    ) throws(MediaError) -> Int {
        var source = source
        var offset = 0
        while true {
            let part = try source.read(step, of: &file)
            if part.isEmpty { return offset }
            try write(part, at: offset, to: descriptor)
            offset += part.count
        }
    }

    private static func write(
        _ bytes: [UInt8], at start: Int, to descriptor: Int32
    ) throws(MediaError) {
        var offset = 0
        while offset < bytes.count {
            let wrote = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
                return unsafe pwrite(descriptor, rest.baseAddress, rest.count, start + offset)
            }
            if wrote >= 0 {
                offset += wrote
            } else if errno != EINTR {
                throw MediaError(.inputOutput, "pwrite errno=\(errno)")
            }
        }
    }
}
