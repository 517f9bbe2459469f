/// What a genre field may hold: names, numbers, numbers in brackets with or without a name.
enum GenreText {
    /// The genres of one value, in its order, each once (ID3v2.3 §4.2.1, TCON).
    static func genres(_ value: String) -> [String] {
        var genres: [String] = []
        var rest = value[...]
        while let (genre, behind) = reference(rest) {
            genres.append(genre)
            rest = behind
        }
        // Two brackets stand for one that opens no reference.
        if rest.hasPrefix("((") { rest = rest.dropFirst() }
        if let name = name(rest), !genres.contains(name) { genres.append(name) }
        return genres
    }

    /// A leading `(17)`, `(RX)` or `(CR)`, and what stands behind it.
    private static func reference(_ text: Substring) -> (String, Substring)? {
        guard text.first == "(", let end = text.firstIndex(of: ")") else { return nil }
        let inner = text[text.index(after: text.startIndex)..<end]
        let behind = text[text.index(after: end)...]
        switch inner {
        case "RX": return ("Remix", behind)
        case "CR": return ("Cover", behind)
        default: return number(inner).flatMap(NumberedGenre.name).map { ($0, behind) }
        }
    }

    /// A plain number is a genre's if there is one of it; 255 says "none"; others are names.
    private static func name(_ text: Substring) -> String? {
        guard let number = number(text) else { return text.isEmpty ? nil : String(text) }
        return NumberedGenre.name(number) ?? (number == 255 ? nil : String(text))
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
