/// Text with holes: words in capitals between @ signs.
package enum Template {
    /// Fills the holes that have a value; everything else stays as it is.
    package static func fill(_ text: String, with values: [String: String]) -> String {
        let pieces = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        var result = pieces.first ?? ""
        var isFilled = false
        for piece in pieces.dropFirst() {
            if let value = values[piece], !isFilled {
                result += value
                isFilled = true
            } else {
                result += isFilled ? piece : "@" + piece
                isFilled = false
            }
        }
        return result
    }
}
