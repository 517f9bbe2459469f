import FoundationEssentials

/// Reads variables one by one and collects what is wrong with them.
struct SettingsReader {
    private let environment: [String: String]
    private(set) var problems: [String] = []

    init(_ environment: [String: String]) { self.environment = environment }

    /// The value; nil where it is absent or empty.
    func optional(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The value; a problem where it is absent.
    mutating func required(_ name: String) -> String {
        guard let value = optional(name) else {
            complain(name, "is missing")
            return ""
        }
        return value
    }

    mutating func integer<T: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<T>, default standard: T
    ) -> T {
        guard let text = optional(name) else { return standard }
        if let value = T(text), range.contains(value) { return value }
        complain(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return standard
    }

    mutating func choice<T: RawRepresentable<String> & CaseIterable>(
        _ name: String, default standard: T
    ) -> T {
        guard let text = optional(name) else { return standard }
        if let value = T(rawValue: text) { return value }
        complain(name, "must be one of " + T.allCases.map(\.rawValue).joined(separator: ", "))
        return standard
    }

    /// A secret from the variable itself, or from the file that `<name>_FILE` names.
    mutating func secret(_ name: String) -> Secret {
        let text = optional(name)
        let path = optional(name + "_FILE")
        if text != nil, path != nil { complain(name, "and \(name)_FILE are both there") }
        if let text { return Secret(text) }
        guard let path else {
            complain(name, "is missing (or \(name)_FILE)")
            return Secret("")
        }
        return secret(name + "_FILE", inFile: path)
    }

    /// The first line of a file; an empty one is a problem, for an empty secret opens every door.
    private mutating func secret(_ name: String, inFile path: String) -> Secret {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            complain(name, "names a file that cannot be read")
            return Secret("")
        }
        let line = text.prefix { !$0.isNewline }
        if line.isEmpty { complain(name, "names a file whose first line is empty") }
        return Secret(String(line))
    }

    mutating func complain(_ name: String, _ problem: String) {
        problems.append("\(name) \(problem)")
    }
}
