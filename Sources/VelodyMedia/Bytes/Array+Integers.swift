extension Array<UInt8> {
    /// Four bytes of seven bits each (ID3v2.4 §6.2); nil if one has its eighth bit set.
    func syncsafe(at offset: Int) -> Int? {
        guard offset + 4 <= count else { return nil }
        let bytes = self[offset..<offset + 4]
        return bytes.contains { $0 > 0x7F } ? nil : bytes.reduce(0) { $0 << 7 | Int($1) }
    }

    /// `length` bytes, most significant first; 0 where there are not as many.
    func bigEndian(at offset: Int, _ length: Int = 4) -> Int {
        guard offset + length <= count else { return 0 }
        return self[offset..<offset + length].reduce(0) { $0 << 8 | Int($1) }
    }

    /// `length` bytes, least significant first; 0 where there are not as many.
    func littleEndian(at offset: Int, _ length: Int = 4) -> Int {
        guard offset + length <= count else { return 0 }
        return self[offset..<offset + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether an ID3v2 tag can begin here.
    var isID3v2Header: Bool {
        count >= 10 && starts(with: "ID3".utf8) && self[3] < 0xFF && self[4] < 0xFF
    }

    /// Whether `text` is found at `offset`.
    func holds(_ text: String, at offset: Int = 0) -> Bool {
        offset <= count && self[offset...].starts(with: text.utf8)
    }
}
