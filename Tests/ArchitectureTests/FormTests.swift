import Testing

/// What the project's own sources must be like.
struct FormTests {
    @Test func `the sources are found`() {
        #expect(SourceTree.sources.count > 30)
    }

    @Test func `modules import only what the design allows`() {
        #expect(SourceTree.sources.flatMap(ImportRules.violations) == [])
    }

    @Test func `nothing forbidden is written`() {
        #expect(SourceTree.sources.flatMap(ForbiddenWords.violations) == [])
    }

    @Test func `what other modules use is documented`() {
        let known = Documentation.requirements(in: SourceTree.sources)
        let found = SourceTree.sources.flatMap { Documentation.violations(in: $0, besides: known) }
        #expect(found == [])
    }

    @Test func `files are named for their type`() {
        #expect(SourceTree.sources.flatMap(FileNames.violations) == [])
    }

    @Test func `files are short`() {
        let others = SourceTree.paths(in: "Sources", ending: [".c", ".cpp", ".h"])
            .map { SourceText(path: $0, text: SourceTree.text(at: $0)) }
        let measured = (SourceTree.sources + others).map { ("\($0.path):1", $0.lines.count - 1) }
        #expect(Budget.files.violations(measured) == [])
    }

    @Test func `functions are short`() {
        let measured = SourceTree.sources.flatMap(Functions.all).map { ($0.place, $0.length) }
        #expect(measured.count > 50)
        #expect(Budget.functions.violations(measured) == [])
    }

    @Test func `every program that is started comes with a package of the list`() {
        let lines = SourceTree.text(at: ".ci/packages").split(separator: "\n").map(String.init)
        // Those of the check's own test are made up.
        let tests = SourceTree.tests.filter { $0.name != "CheckTests.swift" }
        let everything = SourceTree.sources + tests
        let found = everything.flatMap { Programs.violations(in: $0, installed: Set(lines)) }
        #expect(found == [])
    }

    @Test func `migrations are numbered without gaps`() {
        let names = SourceTree.paths(in: "sql", ending: [".sql"]).filter {
            $0.split(separator: "/").count == 2
        }
        #expect(Migrations.violations(in: names.map { String($0.dropFirst("sql/".count)) }) == [])
    }
}
