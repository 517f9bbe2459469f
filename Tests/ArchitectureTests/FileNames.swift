/// One principal type per file, and the file named for it.
enum FileNames {
    private static var type: Regex<(Substring, Substring)> {
        #/^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:package|internal|final|indirect)\s+)*(?:struct|class|enum|protocol|actor|extension)\s+([\w.]+)/#
    }

    private static var vague: Regex<Substring> {
        #/Utils|Helper|Common|Misc|Manager|Impl\b/#
    }

    /// `Type.swift` declares `Type`; `Type+Topic.swift` declares or extends it.
    static func violations(in source: SourceText) -> [String] {
        let stem = source.name.dropLast(".swift".count)
        let expected = stem.split(separator: "+").first.map(String.init) ?? ""
        let declared = source.code.compactMap { $0.firstMatch(of: type).map { String($0.1) } }
        var found: [String] = []
        if !declared.contains(expected) {
            found.append("\(source.path):1: declares no \(expected)")
        }
        if source.name.contains(vague) { found.append("\(source.path):1: a vague name") }
        return found
    }
}
