/// What an owner says stands between the artists of one text, such as `;` or `feat.`.
///
/// Without any, nothing is ever split. The artist that is shown always stays as the file has it.
package struct ArtistSeparators: Equatable, Sendable {
    /// The most artists of one song that are kept.
    private static let limit = 32

    private let separators: [String]
    private let exceptions: [String]

    /// Whether nothing is ever split.
    package var isEmpty: Bool { separators.isEmpty }

    /// Case makes no difference; `exceptions` are names that hold a separator and stay whole.
    package init(_ separators: [String] = [], exceptions: [String] = []) {
        // Of two that begin alike the longer one is meant.
        self.separators = Self.longestFirst(separators)
        self.exceptions = Self.longestFirst(exceptions)
    }

    private static func longestFirst(_ texts: [String]) -> [String] {
        texts.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    /// `metadata` with its artists one by one; those that the file keeps apart stay apart.
    package func applied(to metadata: TrackMetadata) -> TrackMetadata {
        guard !isEmpty else { return metadata }
        var result = metadata
        result.artists = Array(metadata.artists.flatMap(names).prefix(Self.limit))
        return result
    }

    /// The names in `text`; the text itself if it is nothing but separators.
    package func names(in text: String) -> [String] {
        var names: [Substring] = []
        var (start, place) = (text.startIndex, text.startIndex)
        while place < text.endIndex {
            if let end = end(of: exceptions, at: place, in: text) {
                place = end
            } else if let end = end(of: separators, at: place, in: text) {
                names.append(text[start..<place])
                (start, place) = (end, end)
            } else {
                place = text.index(after: place)
            }
        }
        names.append(text[start...])
        let clean = names.compactMap { CleanText.clean(String($0)) }
        return clean.isEmpty ? [text] : clean
    }

    /// Where the first of `words` that stands at `place` ends; nil if none does.
    private func end(
        of words: [String], at place: String.Index, in text: String
    ) -> String.Index? {
        for word in words {
            let found = text[place...].prefix(word.count)
            if found.count == word.count, found.lowercased() == word.lowercased(),
                isApart(found, in: text)
            {
                return found.endIndex
            }
        }
        return nil
    }

    /// Whether what begins or ends with a letter is a word of its own: the x in "Max" is not.
    private func isApart(_ word: Substring, in text: String) -> Bool {
        let isLetter = { (character: Character?) in
            character.map { $0.isLetter || $0.isNumber } ?? false
        }
        let before = text[..<word.startIndex].last
        let behind = text[word.endIndex...].first
        return !(isLetter(word.first) && isLetter(before))
            && !(isLetter(word.last) && isLetter(behind))
    }
}
