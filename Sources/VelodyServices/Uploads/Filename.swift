import VelodyDomain

/// The name a client gives to a file: shown, never used as a path.
package enum Filename {
    /// The longest name that is read at all, in bytes.
    package static let acceptedBytes = 4_096
    /// The longest name that is kept, in bytes.
    package static let keptBytes = 255

    /// The last path component, cleaned and cut at a character boundary.
    ///
    /// - Returns: nil for more than ``acceptedBytes``. What has no last component is `unnamed`.
    package static func clean(_ name: String) -> String? {
        guard name.utf8.count <= acceptedBytes else { return nil }
        let component = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        guard let cleaned = CleanText.cleaned(component), cleaned != ".", cleaned != ".." else {
            return "unnamed"
        }
        return cut(cleaned)
    }

    /// The name without its extension, as a title of last resort.
    package static func stem(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return CleanText.clean(name)
        }
        return CleanText.clean(String(name[..<dot]))
    }

    private static func cut(_ name: String) -> String {
        guard name.utf8.count > keptBytes else { return name }
        var kept = ""
        var length = 0
        for character in name {
            length += character.utf8.count
            guard length <= keptBytes else { break }
            kept.append(character)
        }
        // One "character" can be a letter under hundreds of combining marks.
        return kept.isEmpty ? "unnamed" : kept
    }
}
