/// Pictures that are just enough of their kind to be known, with a size of one's choice.
package enum PictureFixture {
    /// A JPEG whose frame header states the size; `filler` bytes make it as large as wanted.
    package static func jpeg(width: Int = 600, height: Int = 600, filler: Int = 64) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8)
        bytes += [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
        bytes += [0xFF, 0xC0, 0, 11, 8] + pair(height) + pair(width) + [1, 1, 0x11, 0]
        bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        return bytes + [UInt8](repeating: 0x55, count: filler) + [0xFF, 0xD9]
    }

    package static func png(width: Int = 600, height: Int = 600, filler: Int = 64) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += bigEndian(13) + Array("IHDR".utf8) + bigEndian(width) + bigEndian(height)
        bytes += [8, 2, 0, 0, 0] + bigEndian(0)
        bytes += bigEndian(filler) + Array("IDAT".utf8)
        bytes += [UInt8](repeating: 0x55, count: filler) + bigEndian(0)
        return bytes + bigEndian(0) + Array("IEND".utf8) + bigEndian(0)
    }

    package static func gif(width: Int = 600, height: Int = 600) -> [UInt8] {
        Array("GIF89a".utf8) + pair(width).reversed() + pair(height).reversed() + [0, 0, 0, 0x3B]
    }

    /// The extended form of WebP, which states the canvas.
    package static func webp(width: Int = 600, height: Int = 600) -> [UInt8] {
        let canvas = littleEndian(width - 1).dropLast() + littleEndian(height - 1).dropLast()
        return Array("RIFF".utf8) + littleEndian(22) + Array("WEBPVP8X".utf8) + littleEndian(10)
            + [0, 0, 0, 0] + canvas
    }

    private static func pair(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }
}
