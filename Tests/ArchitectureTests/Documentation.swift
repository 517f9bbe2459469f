/// Whether what other modules can use says what it promises.
///
/// Stored properties, cases, plain `init` and what a protocol of the standard library asks for speak
/// for themselves; types, functions, subscripts and computed properties do not.
enum Documentation {
    private static var declaration: Regex<(Substring, Substring)> {
        #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*package\s+(?:final\s+|static\s+|mutating\s+|consuming\s+|borrowing\s+|indirect\s+)*(struct|class|enum|protocol|actor|typealias|func|subscript)\b/#
    }

    private static var witness: Regex<Substring> {
        #/\bfunc\s*(?:==|<|hash\(|encode\()|static func (?:==|<)/#
    }

    /// The names that protocols of the project ask for: their contract is stated there, once.
    static func requirements(in sources: [SourceText]) -> Set<String> {
        let declared = sources.filter { $0.code.contains { $0.contains(#/package protocol /#) } }
            .flatMap { source in
                source.code.compactMap { $0.firstMatch(of: #/^\s+func (\w+)[(<]/#)?.1 }
            }
        return Set(declared.map(String.init))
    }

    static func violations(in source: SourceText, besides known: Set<String>) -> [String] {
        violations(in: source).filter { violation in
            let line = violation.split(separator: ":").dropFirst().first.flatMap { Int($0) } ?? 0
            let name = source.code[line - 1].firstMatch(of: #/func (\w+)/#)?.1
            return !(name.map { known.contains(String($0)) } ?? false)
        }
    }

    static func violations(in source: SourceText) -> [String] {
        source.code.indices.filter { line in
            source.code[line].contains(declaration) && !source.code[line].contains(witness)
                && !isDocumented(source, line)
        }
        .map { source.place(line: $0) + ": no doc comment" }
    }

    private static func isDocumented(_ source: SourceText, _ line: Int) -> Bool {
        var above = line - 1
        while above >= 0, source.code[above].contains(#/^\s*@/#) { above -= 1 }
        return above >= 0 && source.lines[above].contains(#/^\s*\/\/\//#)
    }
}
