/// The 128 bytes of an ID3v1 tag.
enum ID3v1Tag {
    /// The tag's values, whose encoding it never says.
    static func read(
        at offset: Int, _ legacy: LegacyText, of file: inout FileWindow
    ) throws(MediaError) -> TagValues {
        let bytes = try file.bytes(at: offset, 128)
        guard bytes.count == 128, bytes.holds("TAG") else { return TagValues() }
        var values = TagValues()
        let fields: [(TagField, Range<Int>)] = [
            (.title, 3..<33), (.artist, 33..<63), (.album, 63..<93), (.year, 93..<97),
        ]
        for (field, range) in fields {
            let text = legacy.field(bytes[range])
            values.add(text.text, to: field, isGuess: text.isGuess)
        }
        // In v1.1 the comment's last byte is the track, behind a zero.
        if bytes[125] == 0, bytes[126] != 0 { values.add(String(bytes[126]), to: .track) }
        values.add(String(bytes[127]), to: .genre)
        return values
    }
}
