import VelodyDomain

/// The values of one tag, or of several merged: clean text, in the tag's order.
struct TagValues: Equatable {
    /// The most values of one field that are kept.
    static let limit = 32

    private var values: [TagField: [String]] = [:]
    private var guesses: Set<TagField> = []
    private var damages: Set<TagField> = []

    /// Whether the encoding of something that is kept was guessed.
    var hasGuess: Bool { !guesses.isEmpty }

    /// Whether something that is kept has letters that nobody can read any more.
    var hasDamage: Bool { !damages.isEmpty }

    /// The field's values; empty where the tag says nothing.
    subscript(_ field: TagField) -> [String] { values[field] ?? [] }

    /// Adds a value, cleaned; what is empty then, or one too many, is left out.
    ///
    /// `isGuess` tells that its encoding was not known.
    mutating func add(_ text: String, to field: TagField, isGuess: Bool = false) {
        guard let text = CleanText.clean(text), self[field].count < Self.limit else { return }
        values[field, default: []].append(text)
        if isGuess { guesses.insert(field) }
        if text.unicodeScalars.contains("\u{FFFD}") { damages.insert(field) }
    }

    /// This, with the fields it does not have taken from `other`.
    ///
    /// Fields that speak of the same thing come from one tag: its dates, and its artists.
    func filled(from other: TagValues) -> TagValues {
        var result = self
        let hasDate = !TagField.dates.isDisjoint(with: values.keys)
        for (field, texts) in other.values where values[field] == nil {
            if hasDate, TagField.dates.contains(field) { continue }
            if field == .artistList, values[.artist] != nil { continue }
            result.values[field] = texts
            if other.guesses.contains(field) { result.guesses.insert(field) }
            if other.damages.contains(field) { result.damages.insert(field) }
        }
        return result
    }
}
