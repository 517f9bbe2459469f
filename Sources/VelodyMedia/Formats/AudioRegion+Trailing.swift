extension AudioRegion {
    /// The size of the tag that ends where the region ends; remembers where its fields lie.
    mutating func trailingTag(in file: inout FileWindow) throws(MediaError) -> Int? {
        let end = range.upperBound
        let tail = try file.tail(before: end, 131)
        // The letters TAG may also be the middle of APETAGEX.
        if tail.suffix(128).starts(with: "TAG".utf8), tail.count >= 128, !tail.holds("APETAGEX") {
            id3v1 = id3v1 ?? end - 128
            return 128
        }
        let footer = Array(tail.suffix(32))
        guard footer.count == 32 else { return nil }
        if footer.holds("APETAGEX") { return apeSize(footer, end: end) }
        if footer.holds("3DI", at: 22), let size = footer.syncsafe(at: 28) {
            if size + 20 <= end { id3v2.append(end - size - 20..<end - 10) }
            return size + 20
        }
        var size = try lyrics(footer, in: &file)
        if size == nil { size = try enhanced(in: &file) }
        hasOtherTags = hasOtherTags || size != nil
        return size
    }

    /// The size counts items and footer; a header, where bit 31 says so, comes on top.
    private mutating func apeSize(_ footer: [UInt8], end: Int) -> Int {
        let size = max(32, footer.littleEndian(at: 12))
        if size <= end { ape.append(end - size..<end - 32) }
        return size + (footer.littleEndian(at: 20) >> 31 & 1) * 32
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

    /// The rare 227 bytes in front of an ID3v1 tag that make its fields longer.
    private func enhanced(in file: inout FileWindow) throws(MediaError) -> Int? {
        let tail = try file.tail(before: range.upperBound, 227)
        return id3v1 != nil && tail.count == 227 && tail.holds("TAG+") ? 227 : nil
    }
}

extension FileWindow {
    /// The bytes before `end`, `length` of them or as many as there are.
    fileprivate mutating func tail(before end: Int, _ length: Int) throws(MediaError) -> [UInt8] {
        let start = max(0, end - length)
        return try bytes(at: start, end - start)
    }
}
