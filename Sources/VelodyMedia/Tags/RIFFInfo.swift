/// The texts of a RIFF file's INFO list.
struct RIFFInfo {
    private static let chunkLimit = 2_000
    /// In bytes: how much of a text is read; far more than is kept.
    private static let textLimit = 16 * 1024

    private(set) var values = TagValues()

    /// Reads the chunks in `range`.
    init(
        _ range: Range<Int>, _ legacy: LegacyText, of file: inout FileWindow
    ) throws(MediaError) {
        var offset = range.lowerBound
        for _ in 0..<Self.chunkLimit where offset + 8 <= range.upperBound {
            let head = try file.bytes(at: offset, 8)
            let size = head.littleEndian(at: 4)
            let name = String(decoding: head.prefix(4), as: UTF8.self)
            if let field = TagField(info: name) {
                let room = min(size, range.upperBound - offset - 8, Self.textLimit)
                let text = legacy.text(try file.bytes(at: offset + 8, room).prefix { $0 != 0 })
                values.add(text.text, to: field, isGuess: text.isGuess)
            }
            offset += 8 + size + size % 2
        }
    }
}
