/// Migrations are numbered, each number once: `0001_name.sql`, `0002_name.sql`, and so on.
///
/// A number may be missing for a while: it belongs to work that has not landed yet.
enum Migrations {
    private static var name: Regex<(Substring, Substring)> {
        #/^(\d{4})_[a-z0-9_]+\.sql$/#
    }

    static func violations(in names: [String]) -> [String] {
        let numbered = names.filter { $0.first?.isNumber == true }.sorted()
        var last = 0
        return numbered.compactMap { file in
            guard let match = file.wholeMatch(of: name), let number = Int(match.1) else {
                return "sql/\(file):1: a stray name"
            }
            defer { last = number }
            return number > last ? nil : "sql/\(file):1: \(number) is there twice"
        }
    }
}
