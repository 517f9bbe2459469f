/// The size that a JPEG's frame header states.
enum JPEGSize {
    /// How many markers are looked at; profiles and previews stand in front of the frame header.
    private static let markerLimit = 1_000

    /// Goes from marker to marker up to the frame header (ITU-T T.81 §B.2.2), in pixels.
    static func read(
        _ source: PictureSource, _ file: inout FileWindow
    ) throws(MediaError) -> (width: Int, height: Int)? {
        var source = source
        try source.skip(2, of: &file)
        for _ in 0..<markerLimit {
            guard let marker = try marker(&source, &file) else { return nil }
            switch marker {
            case 0x01, 0xD0...0xD8: continue
            // The picture's data, or its end, without a frame header before.
            case 0xD9, 0xDA: return nil
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let head = try source.read(7, of: &file)
                return (head.bigEndian(at: 5, 2), head.bigEndian(at: 3, 2))
            default:
                let length = try source.read(2, of: &file).bigEndian(at: 0, 2)
                try source.skip(max(0, length - 2), of: &file)
            }
        }
        return nil
    }

    /// The next marker; any number of 0xFF may stand before it.
    private static func marker(
        _ source: inout PictureSource, _ file: inout FileWindow
    ) throws(MediaError) -> UInt8? {
        guard try source.read(1, of: &file) == [0xFF] else { return nil }
        for _ in 0..<markerLimit {
            let byte = try source.read(1, of: &file)
            if byte != [0xFF] { return byte.first }
        }
        return nil
    }
}
