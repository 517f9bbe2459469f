import Testing

/// What is promised is proven: docs/STATEMENTS.md cannot rot.
struct StatementTests {
    private static let table = Statements(text: SourceTree.text(at: Statements.path))
    private static let sources = SourceTree.paths(in: "Tests", ending: [".swift"])
        .map { (path: $0, text: SourceTree.text(at: $0)) }

    @Test func `every statement has a test that exists`() {
        #expect(Self.table.rows.count > 80)
        #expect(Self.table.violations(among: Statements.tests(in: Self.sources)) == [])
    }

    @Test(arguments: ["docs/THREATS.md", "docs/RELIABILITY.md"])
    func `every test that a page names exists`(path: String) {
        let named = SourceTree.text(at: path).matches(of: #/\w+Tests: [^|<\n)]*[^|<\n) ]/#)
        #expect(named.count > 10)
        let tests = Statements.tests(in: Self.sources)
        #expect(named.map { String($0.0) }.filter { !tests.contains($0) } == [])
    }

    @Test func `every name that a test mentions is a statement`() {
        let names = Set(Self.table.rows.map(\.name))
        for source in Self.sources
        where source.path.hasSuffix("Tests.swift") || source.path.contains("+") {
            let unknown = Statements.mentions(in: source.text).subtracting(names)
            #expect(unknown == [], "\(source.path)")
        }
    }

    @Test func `every error code has a row`() {
        let text = [
            "VelodyServices/Errors/ServiceError.swift", "VelodyAPI/Errors/ProblemTable.swift",
        ]
        .map { SourceTree.text(at: "Sources/" + $0) }.joined()
        let codes = text.matches(of: #/(?:case \w+ = |code: )"([a-z-]+)"/#).map { "`\($0.1)`" }
        #expect(codes.count > 20)
        let names = Set(Self.table.rows.map(\.name))
        // What is not expected has no test that makes it happen.
        #expect(Set(codes).subtracting(names) == [])
    }

    @Test(arguments: [
        ("| A1 | claim | S: one |", 0), ("| A1 | claim | S: two |", 1),
        ("| A1 | claim | S: one<br>S: two |", 1), ("| A1 | claim | Other: one |", 1),
        ("| A1 | claim | S: one |\n| A1 | other | S: one |", 1),
        ("|  | claim | S: one |\n|  | other | S: one |", 0), ("| A1 | claim |  |", 1),
        ("| name | claim | proven by |\n|---|---|---|", 0),
    ])
    func `a statement without a test is found`(text: String, count: Int) {
        let tests = Statements.tests(in: [("Tests/X/S+Topic.swift", "@Test func `one`() {}")])
        #expect(Statements(text: text).violations(among: tests).count == count)
    }

    @Test func `names are read from doc comments`() {
        let text = "    /// U29, U23.\n/// PR4: more\n    /// Uploads. X\n// U1."
        #expect(Statements.mentions(in: text) == ["U29", "U23", "PR4"])
    }
}
