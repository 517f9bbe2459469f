/// How text is read that does not say its encoding.
struct LegacyText {
    /// Knows the encoding that the file's owner has named; nil where nobody did.
    private let decoder: LegacyDecoder?

    init(_ decoder: LegacyDecoder? = nil) { self.decoder = decoder }

    /// Text that does not say its encoding: what its owner says it is, else UTF-8, else Latin-1.
    ///
    /// `isGuess` tells whether it might as well be something else.
    func text(_ bytes: ArraySlice<UInt8>) -> (text: String, isGuess: Bool) {
        if let text = named(bytes) { return (text, false) }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
        let scalars = bytes.map { byte in
            Self.windows.indices.contains(Int(byte) - 0x80)
                ? Unicode.Scalar(Self.windows[Int(byte) - 0x80]) ?? "\u{FFFD}"
                : Unicode.Scalar(byte)
        }
        return (String(String.UnicodeScalarView(scalars)), true)
    }

    /// The values of a text with a NUL between them, and whether any was guessed.
    func values(_ bytes: ArraySlice<UInt8>) -> (texts: [String], isGuess: Bool) {
        let values = bytes.split(separator: 0, maxSplits: TagValues.limit).map(text)
        return (values.map(\.text), values.contains(where: \.isGuess))
    }

    /// The text of a field of fixed size, which may have cut its last character.
    func field(_ bytes: ArraySlice<UInt8>) -> (text: String, isGuess: Bool) {
        let used = bytes.prefix { $0 != 0 }
        if used.count == bytes.count, used.contains(where: { $0 >= leadingByte }) {
            for cut in 0...3 {
                if let text = whole(used.dropLast(cut)) { return (text, false) }
            }
        }
        return text(used)
    }

    /// Text that is certain: in the encoding that was named, or UTF-8 where none was.
    private func whole(_ bytes: ArraySlice<UInt8>) -> String? {
        if decoder != nil, bytes.contains(where: { $0 >= 0x80 }) { return named(bytes) }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The least byte that may begin a letter of several.
    private var leadingByte: UInt8 { decoder == nil ? 0xC0 : 0x80 }

    /// Text in the encoding that the owner has named; nil where it is not all of that.
    ///
    /// Letters of ASCII stand for themselves: some encodings have other signs in their places.
    private func named(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let decoder, bytes.contains(where: { $0 >= 0x80 }) else { return nil }
        let (text, isWhole) = decoder.text(bytes)
        return isWhole ? text : nil
    }

    /// Where Latin-1 has control characters, Windows has letters and marks: 0x80 to 0x9F.
    private static let windows: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
