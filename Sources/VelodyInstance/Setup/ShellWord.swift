/// Words as a POSIX shell reads them.
package enum ShellWord {
    /// Quotes `text` where it needs it, so that a shell reads exactly `text`.
    package static func quote(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x2b...0x3a, 0x40...0x5a, 0x5f, 0x61...0x7a: true
            default: false
            }
        }
        guard !isPlain || text.isEmpty else { return text }
        return "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#) + "'"
    }

    /// What ``quote(_:)`` made a word of.
    package static func unquote(_ word: String) -> String {
        guard word.hasPrefix("'"), word.hasSuffix("'"), word.utf8.count > 1 else { return word }
        return String(word.dropFirst().dropLast()).replacing(#"'\''"#, with: "'")
    }

    /// One line of an env file; quoted only where a shell would need it, because not every reader
    /// of such files is a shell.
    package static func assignment(_ name: String, _ value: String) -> String {
        let isPlain = value.split { $0 == "?" || $0 == "=" }.allSatisfy { quote(String($0)) == $0 }
        return "\(name)=\(isPlain ? value : quote(value))\n"
    }
}
