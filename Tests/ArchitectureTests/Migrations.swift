/// Migrations are numbered without gaps: `0001_name.sql`, `0002_name.sql`, and so on.
enum Migrations {
    private static var name: Regex<(Substring, Substring)> {
        #/^(\d{4})_[a-z0-9_]+\.sql$/#
    }

    static func violations(in names: [String]) -> [String] {
        let numbered = names.filter { $0.first?.isNumber == true }.sorted()
        return numbered.enumerated().compactMap { position, file in
            guard let match = file.wholeMatch(of: name) else {
                return "sql/\(file):1: a stray name"
            }
            return Int(match.1) == position + 1 ? nil : "sql/\(file):1: is not \(position + 1)"
        }
    }
}
