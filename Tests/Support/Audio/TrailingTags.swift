/// Tags as they are found after the audio.
package enum TrailingTags {
    /// 128 bytes; texts are cut at 30 bytes; a track number makes it ID3v1.1.
    package static func id3v1(
        title: String = "", artist: String = "", album: String = "", year: String = "",
        track: UInt8? = nil, genre: UInt8 = 255
    ) -> [UInt8] {
        var bytes = Array("TAG".utf8)
        bytes += field(title, 30) + field(artist, 30) + field(album, 30) + field(year, 4)
        bytes += track.map { [UInt8](repeating: 0, count: 29) + [$0] } ?? field("", 30)
        return bytes + [genre]
    }

    /// An APEv2 tag with header and footer; several values of an item are separated by NUL.
    ///
    /// `cover` is the content of a binary item: a file name, a NUL, a picture.
    package static func ape(
        _ items: [(key: String, values: [String])], cover: [UInt8] = []
    ) -> [UInt8] {
        var body: [UInt8] = []
        if !cover.isEmpty {
            body += littleEndian(cover.count) + littleEndian(2) + Array("Cover Art (Front)".utf8)
            body += [0] + cover
        }
        for item in items {
            let value = Array(item.values.joined(separator: "\0").utf8)
            body += littleEndian(value.count) + littleEndian(0) + Array(item.key.utf8) + [0] + value
        }
        let size = body.count + 32
        let count = items.count + (cover.isEmpty ? 0 : 1)
        let header = apeBlock(size: size, items: count, flags: 0xA000_0000)
        return header + body + apeBlock(size: size, items: count, flags: 0x8000_0000)
    }

    /// A Lyrics3 v2 block holding one line.
    package static func lyrics3(_ line: String) -> [UInt8] {
        let digits = { (value: Int, count: Int) in
            String(repeating: "0", count: count - String(value).count) + String(value)
        }
        let body = "LYRICSBEGINLYR\(digits(line.utf8.count, 5))\(line)"
        return Array("\(body)\(digits(body.utf8.count, 6))LYRICS200".utf8)
    }

    private static func apeBlock(size: Int, items: Int, flags: Int) -> [UInt8] {
        Array("APETAGEX".utf8) + littleEndian(2000) + littleEndian(size) + littleEndian(items)
            + littleEndian(flags) + [UInt8](repeating: 0, count: 8)
    }

    private static func field(_ text: String, _ size: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(size))
        return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }
}
