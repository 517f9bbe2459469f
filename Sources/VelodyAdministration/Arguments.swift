/// The words of a command line, taken one after the other.
struct Arguments {
    private var words: [String]
    private var options: [(name: String, value: String?)] = []

    /// Splits words into plain ones and `--name`, `--name=value` or `--name value`.
    ///
    /// `valued` names the options that take a value. After `--` everything is a plain word. Throws
    /// where a value is missing.
    init(_ given: [String], valued: Set<String>) throws(UsageError) {
        words = []
        var rest = given[...]
        while let word = rest.popFirst() {
            if word == "--" {
                words += rest
                break
            }
            guard word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0].dropFirst(2))
            var value = parts.count == 2 ? String(parts[1]) : nil
            if valued.contains(name), value == nil {
                value = rest.popFirst()
                if value == nil { throw UsageError("--\(name) needs a value") }
            }
            options.append((name, value))
        }
    }

    /// The next plain word; nil where there is none.
    mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// The next plain word; throws that `what` is missing.
    mutating func next(_ what: String) throws(UsageError) -> String {
        guard let word = next() else { throw UsageError("\(what) is missing") }
        return word
    }

    /// Whether an option without a value is there.
    mutating func flag(_ name: String) throws(UsageError) -> Bool {
        guard let index = options.firstIndex(where: { $0.name == name }) else { return false }
        guard options.remove(at: index).value == nil else {
            throw UsageError("--\(name) takes no value")
        }
        return true
    }

    /// An option's value; nil where it is not there.
    mutating func value(_ name: String) -> String? {
        guard let index = options.firstIndex(where: { $0.name == name }) else { return nil }
        return options.remove(at: index).value
    }

    /// Throws unless every word and option was taken.
    func finish() throws(UsageError) {
        if let option = options.first { throw UsageError("--\(option.name) is not known here") }
        if let word = words.first { throw UsageError("\(word) is one word too many") }
    }
}
