/// The part of a file between the tags, where its frames must be.
struct AudioRegion: Equatable {
    /// The most ID3v2 tags that are skipped; what follows more is junk.
    static let tagLimit = 16

    var range: Range<Int>
    /// Whether any tag was found around it.
    var hasTags = false
    /// Where ID3v2 tags begin, in the file's order.
    var id3v2: [Int] = []

    /// Finds the region: skips ID3v2 and APEv2 in front, strips ID3v1, APEv2, Lyrics3 and ID3v2
    /// at the end in any order.
    static func find(in file: inout FileWindow) throws(MediaError) -> AudioRegion {
        var region = AudioRegion(range: 0..<file.size)
        for _ in 0..<tagLimit {
            guard try region.skipLeadingTag(in: &file) else { break }
        }
        for _ in 0..<tagLimit {
            guard let size = try region.trailingTag(in: &file), size <= region.range.count
            else { break }
            region.hasTags = true
            region.range = region.range.lowerBound..<region.range.upperBound - size
        }
        return region
    }

    private mutating func skipLeadingTag(in file: inout FileWindow) throws(MediaError) -> Bool {
        let start = range.lowerBound
        let head = try file.bytes(at: start, 32)
        var size = 0
        if head.isID3v2Header {
            id3v2.append(start)
            size = 10 + (head.syncsafe(at: 6) ?? 0)
            if head[3] == 4, head[5] & 0x10 != 0 { size += 10 }
            // A size that is not syncsafe says nothing: frames are looked for behind the header.
            if head.syncsafe(at: 6) == nil { size = 10 }
        } else if head.starts(with: "APETAGEX".utf8), head.count == 32 {
            size = 32 + head.littleEndian(at: 12)
        } else {
            return false
        }
        hasTags = true
        range = min(range.upperBound, start + size)..<range.upperBound
        return true
    }

    /// The size of the tag that ends where the region ends.
    private func trailingTag(in file: inout FileWindow) throws(MediaError) -> Int? {
        let tail = try file.tail(before: range.upperBound, 131)
        // The letters TAG may also be the middle of APETAGEX.
        if tail.suffix(128).starts(with: "TAG".utf8), tail.count >= 128, !tail.holds("APETAGEX") {
            return 128
        }
        let footer = Array(tail.suffix(32))
        guard footer.count == 32 else { return nil }
        if footer.holds("APETAGEX") {
            // The size counts items and footer; a header, where bit 31 says so, comes on top.
            let size = max(32, footer.littleEndian(at: 12))
            return size + (footer.littleEndian(at: 20) >> 31 & 1) * 32
        }
        if footer.holds("3DI", at: 22), let size = footer.syncsafe(at: 28) { return size + 20 }
        return try lyrics(footer, in: &file)
    }

    private func lyrics(_ footer: [UInt8], in file: inout FileWindow) throws(MediaError) -> Int? {
        if footer[23...].elementsEqual("LYRICS200".utf8) {
            return Int(String(decoding: footer[17..<23], as: UTF8.self)).map { max($0, 0) + 15 }
        }
        guard footer[23...].elementsEqual("LYRICSEND".utf8) else { return nil }
        // Version 1 states no size; its text has at most 5100 bytes.
        let text = try file.tail(before: range.upperBound, 5120)
        let begin = Array("LYRICSBEGIN".utf8)
        let start = text.indices.last { text[$0...].starts(with: begin) }
        return start.map { text.count - $0 }
    }
}

extension FileWindow {
    /// The bytes before `end`, `length` of them or as many as there are.
    fileprivate mutating func tail(before end: Int, _ length: Int) throws(MediaError) -> [UInt8] {
        let start = max(0, end - length)
        return try bytes(at: start, end - start)
    }
}
