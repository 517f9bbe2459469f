/// The items of an APEv2 tag.
struct APETag {
    private static let itemLimit = 2_000
    /// In bytes: how much of a text is read; far more than is kept.
    private static let textLimit = 128 * 1024
    /// In bytes, with the NUL.
    private static let longestKey = 256

    private(set) var values = TagValues()
    private(set) var pictures: [TagPicture] = []

    /// Reads the items in `range`; throws `tagsUnreadable` over too many.
    init(
        _ range: Range<Int>, _ legacy: LegacyText, of file: inout FileWindow
    ) throws(MediaError) {
        var place = range.lowerBound
        var items = 0
        while place + 11 <= range.upperBound {
            items += 1
            guard items <= Self.itemLimit else {
                throw MediaError(.tagsUnreadable, "more than \(Self.itemLimit) items")
            }
            let head = try file.bytes(at: place, min(8 + Self.longestKey, range.upperBound - place))
            guard !head.holds("APETAGEX"), let end = head.dropFirst(8).firstIndex(of: 0) else {
                return
            }
            let start = place + end + 1
            place = start + head.littleEndian(at: 0)
            guard place <= range.upperBound else { return }
            let key = String(decoding: head[8..<end], as: UTF8.self).uppercased()
            // Bits 1 and 2 tell texts from bytes.
            let isBinary = head.littleEndian(at: 4) >> 1 & 3 == 1
            try take(key, ByteStream([start..<place]), isBinary, legacy, &file)
        }
    }

    private mutating func take(
        _ key: String, _ item: ByteStream, _ isBinary: Bool, _ legacy: LegacyText,
        _ file: inout FileWindow
    ) throws(MediaError) {
        if isBinary {
            if let picture = try TagPicture(ape: key, item, &file) { pictures.append(picture) }
        } else if let field = TagField(ape: key) {
            var item = item
            let texts = legacy.values(try item.read(Self.textLimit, of: &file)[...])
            texts.texts.forEach { values.add($0, to: field, isGuess: texts.isGuess) }
        }
    }
}
