import FoundationEssentials

/// A file of `NAME=value` lines, as systemd's `EnvironmentFile` reads them.
package enum EnvironmentFile {
    /// The environment, with the variables of the file that `VELODY_ENV_FILE` names beneath it.
    ///
    /// Throws when that file is named and cannot be read.
    package static func beneath(
        _ environment: [String: String]
    ) throws(SettingsError) -> [String: String] {
        guard let path = environment["VELODY_ENV_FILE"], !path.isEmpty else { return environment }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw SettingsError(problems: ["VELODY_ENV_FILE names a file that cannot be read"])
        }
        return parse(text).merging(environment) { _, real in real }
    }

    /// Blank lines and lines that begin with `#` say nothing; one pair of quotes is taken off.
    static func parse(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let trimmed = line.drop { $0 == " " }
            guard !trimmed.hasPrefix("#"), let equals = trimmed.firstIndex(of: "=") else {
                continue
            }
            values[String(trimmed[..<equals])] = unquoted(trimmed[trimmed.index(after: equals)...])
        }
        return values
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
