extension FileWindow {
    /// Where `text` begins for the first time, all of it in `range`.
    mutating func place(of text: String, in range: Range<Int>) throws(MediaError) -> Int? {
        let length = text.utf8.count
        guard let first = text.utf8.first else { return nil }
        var offset = range.lowerBound
        while offset + length <= range.upperBound {
            let bytes = try bytes(at: offset, min(range.upperBound - offset, 64 * 1024))
            guard bytes.count >= length else { return nil }
            let hit = bytes.indices.dropLast(length - 1).first {
                bytes[$0] == first && bytes.holds(text, at: $0)
            }
            if let hit { return offset + hit }
            offset += bytes.count - length + 1
        }
        return nil
    }
}
