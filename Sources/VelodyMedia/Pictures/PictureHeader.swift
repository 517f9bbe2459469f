import VelodyDomain

/// What a picture's own first bytes say: kind and size in pixels.
struct PictureHeader: Equatable {
    let type: MediaType
    let width: Int
    let height: Int

    /// Nil unless the bytes are a JPEG, PNG, GIF or WebP with a size.
    init?(_ source: PictureSource, _ file: inout FileWindow) throws(MediaError) {
        guard let (type, width, height) = try Self.read(source, &file), width > 0, height > 0
        else { return nil }
        (self.type, self.width, self.height) = (type, width, height)
    }

    private static func read(
        _ source: PictureSource, _ file: inout FileWindow
    ) throws(MediaError) -> (MediaType, Int, Int)? {
        let bytes = try source.bytes(32, &file)
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            return try JPEGSize.read(source, &file).map { (.jpeg, $0.width, $0.height) }
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            guard bytes.holds("IHDR", at: 12) else { return nil }
            return (.png, bytes.bigEndian(at: 16), bytes.bigEndian(at: 20))
        }
        if bytes.holds("GIF87a") || bytes.holds("GIF89a") {
            return (.gif, bytes.littleEndian(at: 6, 2), bytes.littleEndian(at: 8, 2))
        }
        guard bytes.holds("RIFF"), bytes.holds("WEBP", at: 8) else { return nil }
        return webpSize(bytes).map { (.webp, $0, $1) }
    }

    /// By the kind of the first chunk (RFC 9649 §2.5 to §2.7).
    private static func webpSize(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30 else { return nil }
        if bytes.holds("VP8X", at: 12) {
            return (bytes.littleEndian(at: 24, 3) + 1, bytes.littleEndian(at: 27, 3) + 1)
        }
        if bytes.holds("VP8L", at: 12), bytes[20] == 0x2F {
            let bits = bytes.littleEndian(at: 21)
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        guard bytes.holds("VP8 ", at: 12), bytes[23] == 0x9D else { return nil }
        return (bytes.littleEndian(at: 26, 2) & 0x3FFF, bytes.littleEndian(at: 28, 2) & 0x3FFF)
    }
}
