/// What a genre field may hold: names, numbers, numbers in brackets with or without a name.
enum GenreText {
    /// The genres of one value, in its order, each once (ID3v2.3 §4.2.1, TCON).
    static func genres(_ value: String) -> [String] {
        var genres: [String] = []
        var rest = value[...]
        while let (genre, behind) = reference(rest) {
            if let genre { genres.append(genre) }
            rest = behind
        }
        // Two brackets stand for one that opens no reference.
        if rest.hasPrefix("((") { rest = rest.dropFirst() }
        let isKnown = { (name: String) in
            genres.contains { $0.lowercased() == name.lowercased() }
        }
        if let name = name(rest), !isKnown(name) { genres.append(name) }
        return genres
    }

    /// A leading `(17)`, `(RX)` or `(CR)`, and what stands behind it; `(255)` says "none".
    private static func reference(_ text: Substring) -> (genre: String?, behind: Substring)? {
        guard text.first == "(", let end = text.firstIndex(of: ")") else { return nil }
        let inner = text[text.index(after: text.startIndex)..<end]
        let behind = text[text.index(after: end)...]
        if let word = words[inner] { return (word, behind) }
        guard let number = number(inner) else { return nil }
        let name = NumberedGenre.name(number)
        return name == nil && number != none ? nil : (name, behind)
    }

    /// A plain number is a genre's if there is one of it; others are names.
    private static func name(_ text: Substring) -> String? {
        if let word = words[text] { return word }
        guard let number = number(text) else { return text.isEmpty ? nil : String(text) }
        return NumberedGenre.name(number) ?? (number == none ? nil : String(text))
    }

    private static let none = 255
    private static let words: [Substring: String] = ["RX": "Remix", "CR": "Cover"]

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
