/// The table of docs/STATEMENTS.md: what is promised, and which tests prove it.
struct Statements {
    struct Row: Equatable {
        /// Where the row is.
        let place: String
        /// A stable name such as `U29`, an error code in backquotes, or nothing.
        let name: String
        /// Suite and name of each test.
        let proofs: [String]
    }

    static let path = "docs/STATEMENTS.md"

    let rows: [Row]

    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        rows = lines.enumerated().compactMap { number, line in
            let cells = line.split(separator: "|").map { $0.trimmed }
            guard line.hasPrefix("|"), cells.count == 3, cells[0] != "name", cells[0] != "---"
            else { return nil }
            return Row(
                place: "\(Self.path):\(number + 1)", name: cells[0],
                proofs: cells[2].components(separatedBy: "<br>"))
        }
    }

    /// Rows without a proof, proofs that are no test, and names given twice.
    func violations(among tests: Set<String>) -> [String] {
        var seen: Set<String> = []
        return rows.flatMap { row in
            let isRepeated = !row.name.isEmpty && !seen.insert(row.name).inserted
            let missing = row.proofs.filter { !tests.contains($0) }
            return missing.map { "\(row.place): no test is called \($0)" }
                + (isRepeated ? ["\(row.place): \(row.name) is there twice"] : [])
        }
    }

    /// Every test of some test files, as `Suite: name`; `Suite+Topic.swift` belongs to `Suite`.
    static func tests(in sources: [(path: String, text: String)]) -> Set<String> {
        Set(
            sources.flatMap { path, text in
                let file = path.split(separator: "/").last ?? ""
                let suite = file.prefix { $0 != "+" && $0 != "." }
                return text.matches(of: #/\bfunc `([^`]+)`/#).map { "\(suite): \($0.1)" }
            })
    }

    /// The names that doc comments of tests mention: `/// U29, U23.` or `/// U29: more`.
    static func mentions(in text: String) -> Set<String> {
        let comments = text.matches(of: #/(?m)^\s*\/\/\/ ((?:[A-Z]{1,2}\d+(?:, )?)+)[.:]/#)
        return Set(comments.flatMap { $0.1.split(separator: ", ").map(String.init) })
    }
}

extension Substring {
    /// Without the spaces at both ends.
    fileprivate var trimmed: String {
        let front = drop { $0 == " " }
        return String(front.reversed().drop { $0 == " " }.reversed())
    }
}

extension String {
    /// The parts between occurrences of a separator.
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
