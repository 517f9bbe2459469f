import CZlib

/// Opening what zlib has compressed, never more than is allowed.
enum Inflated {
    /// The bytes of a zlib stream; empty if it is none.
    ///
    /// Throws `tagsUnreadable` if more than `limit` bytes come out of it.
    static func bytes(of stream: [UInt8], _ limit: Int) throws(MediaError) -> [UInt8] {
        var status = Z_OK
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var size = uLongf(limit)
            status = unsafe stream.withUnsafeBufferPointer { stream in
                unsafe uncompress(
                    buffer.baseAddress, &size, stream.baseAddress, uLong(stream.count))
            }
            count = status == Z_OK ? Int(size) : 0
        }
        guard status != Z_BUF_ERROR else {
            throw MediaError(.tagsUnreadable, "compressed frame beyond \(limit) bytes")
        }
        return bytes
    }
}
