import FoundationEssentials

/// A file of `NAME=value` lines, as systemd's `EnvironmentFile` reads them.
package enum EnvironmentFile {
    /// The environment, with the variables of the file that `VELODY_ENV_FILE` names beneath it.
    ///
    /// Throws when that file is named and cannot be read, or has lines that say nothing.
    package static func beneath(
        _ environment: [String: String]
    ) throws(SettingsError) -> [String: String] {
        guard let path = environment["VELODY_ENV_FILE"], !path.isEmpty else { return environment }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw SettingsError(problems: ["VELODY_ENV_FILE names a file that cannot be read"])
        }
        return try parse(text).merging(environment) { _, real in real }
    }

    /// Blank lines and lines that begin with `#` say nothing; one pair of quotes is taken off.
    ///
    /// Throws with the number of each line that is neither; never with what it says.
    static func parse(_ text: String) throws(SettingsError) -> [String: String] {
        var values: [String: String] = [:]
        var problems: [String] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let equals = line.firstIndex(of: "="), isName(line[..<equals]) else {
                problems.append("VELODY_ENV_FILE, line \(index + 1): must be NAME=value")
                continue
            }
            values[String(line[..<equals])] = unquoted(line[line.index(after: equals)...])
        }
        guard problems.isEmpty else { throw SettingsError(problems: problems) }
        return values
    }

    private static func trimmed(_ line: Substring) -> Substring {
        var line = line.drop { $0 == " " || $0 == "\t" }
        while let last = line.last, last == " " || last == "\t" { line.removeLast() }
        return line
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    private static func unquoted(_ value: Substring) -> String {
        for quote in ["\"", "'"] where value.count >= 2 {
            if value.hasPrefix(quote), value.hasSuffix(quote) {
                return String(value.dropFirst().dropLast())
            }
        }
        return String(value)
    }
}
