/// The bytes of a picture, which may be many: read in parts, as often as needed.
enum PictureSource: Equatable {
    case stream(ByteStream)
    /// A FLAC picture block in base64 (Xiph's METADATA_BLOCK_PICTURE), or what it holds.
    case base64(Base64Stream)
    case bytes([UInt8])

    /// In bytes; of base64 a little less may come.
    var size: Int {
        switch self {
        case .stream(let stream): stream.limit
        case .base64(let stream): stream.limit
        case .bytes(let bytes): bytes.count
        }
    }

    /// At most `count` of the first bytes.
    func bytes(_ count: Int, _ file: inout FileWindow) throws(MediaError) -> [UInt8] {
        var source = self
        return try source.read(count, of: &file)
    }

    /// Takes at most `count` bytes from the front: fewer only at the end.
    mutating func read(_ count: Int, of file: inout FileWindow) throws(MediaError) -> [UInt8] {
        switch self {
        case .stream(var stream):
            let bytes = try stream.read(count, of: &file)
            self = .stream(stream)
            return bytes
        case .base64(var stream):
            let bytes = try stream.read(count, of: &file)
            self = .base64(stream)
            return bytes
        case .bytes(let bytes):
            self = .bytes(Array(bytes.dropFirst(count)))
            return Array(bytes.prefix(count))
        }
    }

    /// Goes over `count` bytes, or to the end.
    mutating func skip(_ count: Int, of file: inout FileWindow) throws(MediaError) {
        if case .stream(var stream) = self {
            try stream.skip(count, of: &file)
            self = .stream(stream)
            return
        }
        var left = count
        while left > 0 {
            let part = try read(min(left, 16 * 1024), of: &file)
            if part.isEmpty { return }
            left -= part.count
        }
    }

    /// The next `count` bytes alone.
    func prefix(_ count: Int) -> PictureSource {
        switch self {
        case .stream(let stream): .stream(stream.prefix(count))
        case .base64(let stream): .base64(stream.prefix(count))
        case .bytes(let bytes): .bytes(Array(bytes.prefix(count)))
        }
    }
}

extension PictureSource {
    /// Whether no more than `limit` bytes come, though more may be stored.
    func isWithin(_ limit: Int, _ file: inout FileWindow) throws(MediaError) -> Bool {
        if size <= limit { return true }
        if case .stream(let stream) = self, stream.isPlain { return false }
        // Decoding takes bytes away: only counting tells how many.
        guard size <= limit * 2 else { return false }
        var source = self
        try source.skip(limit, of: &file)
        return try source.read(1, of: &file).isEmpty
    }
}
