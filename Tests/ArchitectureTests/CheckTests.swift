import Testing

/// Each check of form finds what it looks for, and nothing else, in made-up files.
struct CheckTests {
    private func source(_ text: String, _ path: String = "Sources/VelodyHTTP/Thing.swift")
        -> SourceText
    {
        SourceText(path: path, text: text)
    }

    @Test(
        arguments: [
            ("VelodyHTTP", "import Foundation"), ("VelodyHTTP", "package import VelodyDomain"),
            ("VelodyDomain", "import Glibc"), ("VelodyPostgres", "import VelodyStorage"),
            ("VelodyStorage", "import CPostgres"), ("velody-server", "import CPostgres"),
            ("velody-server", "import Foundation"), ("VelodyAPI", "import struct Foundation.Data"),
            ("VelodyAPI", "@preconcurrency import Dispatch"),
            ("VelodyUnknown", "import VelodyDomain"),
        ])
    func `a forbidden import is found`(module: String, line: String) {
        let found = ImportRules.violations(in: source("\n" + line, "Sources/\(module)/Thing.swift"))
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Sources/\(module)/Thing.swift:2: ") == true)
    }

    @Test(
        arguments: [
            ("VelodyHTTP", "package import FoundationEssentials"),
            ("VelodyHTTP", "// import Foundation"),
            ("VelodyDomain", "@_spi(_Unicode) import Swift"),
            ("VelodyRuntime", "import Synchronization"),
            ("velody-server", "import VelodyPostgres"),
        ])
    func `an allowed import is not`(module: String, line: String) {
        #expect(ImportRules.violations(in: source(line, "Sources/\(module)/Thing.swift")) == [])
    }

    @Test(
        arguments: [
            "let a = b!", "let a = f()!.c", "let a = try! f()", "let a = b as! C",
            "public struct A {}",
            "nonisolated(unsafe) var a = 1", "static let shared = A()", "static var current: A",
            "struct A: @unchecked Sendable {}", "let a = unsafe b", "let a = getenv(name)",
            "let a = ProcessInfo.processInfo", "let a = Date()", "let a = UUID()",
            "var a = SystemRandomNumberGenerator()", "clock_gettime(CLOCK_REALTIME, &a)",
            "// TODO: b",
            "/* FIXME */", "func a() async {}", "let a = \"\\(b!)\"",
        ])
    func `a forbidden word is found`(line: String) {
        let found = ForbiddenWords.violations(in: source("\n" + line))
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.hasPrefix("Sources/VelodyHTTP/Thing.swift:2: ") })
    }

    @Test(
        arguments: [
            "guard !a, b != c else { return }", "let a = \"b! try! public\"",
            "// public, as! and b!",
            "/* a /* public */ unsafe */", "let a = #\"\"public\"\"#",
            "let a = \"\"\"\n public \"b!\"\n\"\"\"",
            "let a = UUID(uuidString: b)", "let a = \"\\\"\" + \"public\"", "let a = b(!c)",
        ])
    func `an innocent line is not`(text: String) {
        #expect(ForbiddenWords.violations(in: source(text)) == [])
    }

    @Test func `what is confined is allowed at home`() {
        let runtime = source("let a = unsafe getenv(b)", "Sources/VelodyRuntime/Thing.swift")
        #expect(ForbiddenWords.violations(in: runtime) == [])
        let audited = "struct Exchange: ~Copyable, @unchecked Sendable {}"
        #expect(
            ForbiddenWords.violations(in: source(audited, "Sources/VelodyFastCGI/Exchange.swift"))
                == [])
    }

    @Test func `a missing doc comment is found`() {
        let text =
            "package struct A {\n    package func b() {}\n    /// Says.\n    @inlinable\n    package func c() {}\n}"
        let found = Documentation.violations(in: source(text))
        #expect(
            found.map { String($0.prefix { $0 != " " }) } == [
                "Sources/VelodyHTTP/Thing.swift:1:", "Sources/VelodyHTTP/Thing.swift:2:",
            ])
    }

    @Test func `functions are measured between their braces`() {
        let text = """
            protocol P {
                func none(_ f: () -> Void)
                init()
            }
            struct A {
                func one() { b() }
                init(
                    x: Int
                ) {
                    y = "}"
                    // }
                }
                func three(_ f: () -> Int = { 1 }) -> Int {
                    if a { return 1 }
                    let c = A(x: 1)
                    return 2
                }
            }
            """
        let found = Functions.all(in: source(text))
        #expect(found.map(\.length) == [1, 2, 3])
        #expect(found.map(\.place).first == "Sources/VelodyHTTP/Thing.swift:6")
    }

    @Test func `a budget that is exceeded is found`() {
        let budget = Budget(median: 2, longest: 4)
        #expect(budget.violations([("a:1", 1), ("b:1", 2), ("c:1", 5)]) == ["c:1: 5 lines"])
        #expect(budget.violations([("a:1", 3), ("b:1", 3)]) == ["the median is 3 lines"])
    }

    @Test(
        arguments: [
            ("Thing.swift", "struct Other {}", 1), ("Thing+Topic.swift", "extension Other {}", 1),
            ("Helpers.swift", "enum Helpers {}", 1),
            ("Thing.swift", "package final class Thing {}", 0),
            ("Thing+Topic.swift", "extension Thing {}", 0),
            ("Thing.swift", "@safe struct Thing {}", 0),
        ])
    func `a file that is not named for its type is found`(name: String, text: String, count: Int) {
        #expect(FileNames.violations(in: source(text, "Sources/VelodyHTTP/" + name)).count == count)
    }

    @Test(
        arguments: [
            (["0001_a.sql", "0002_b_c.sql", "schema.sql"], 0), (["0001_a.sql", "0003_b.sql"], 1),
            (["0001_a.sql", "0001_b.sql"], 1), (["0001-a.sql"], 1), (["0002_a.sql"], 1), ([], 0),
        ])
    func `a gap between migrations is found`(names: [String], count: Int) {
        #expect(Migrations.violations(in: names).count == count)
    }

    @Test func `a program that no listed package brings is found`() {
        let starts = source(
            #"Command("kill"); Command( "curl", []); Command("cat"); Command(path)"#)
        #expect(Programs.violations(in: starts, installed: ["curl"]).count == 1)
        #expect(Programs.violations(in: starts, installed: []).count == 2)
    }
}
