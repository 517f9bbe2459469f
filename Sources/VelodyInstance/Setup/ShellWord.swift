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
}
