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
        if let text = optional(name) { return Secret(text) }
        guard let path = optional(name + "_FILE") else {
            complain(name, "is missing (or \(name)_FILE)")
            return Secret("")
        }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            complain(name + "_FILE", "names a file that cannot be read")
            return Secret("")
        }
        return Secret(text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
    }

    mutating func complain(_ name: String, _ problem: String) {
        problems.append("\(name) \(problem)")
    }
}
