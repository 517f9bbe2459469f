import FoundationEssentials
import Testing

/// Budgets and forbidden constructs.
@Suite struct FormTests {
    private static let forbidden: [(word: String, why: String)] = [
        ("try!", "a failure is handled"), (" as! ", "a cast is checked"),
        ("nonisolated(unsafe)", "state is confined or in a Mutex"),
        ("TODO", "what is unfinished is an issue"), ("FIXME", "what is broken is an issue"),
        ("static let shared", "there are no singletons"),
        ("static var shared", "there are no singletons"),
    ]

    private static func violations(in file: SourceTree.File) -> [String] {
        file.lines.enumerated().flatMap { number, line -> [String] in
            let code = line.prefix { $0 != "\"" }
            guard !code.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
            return forbidden.filter { code.contains($0.word) }.map {
                "\(file.path):\(number + 1): \($0.word): \($0.why)"
            }
        }
    }

    @Test func `nothing forbidden is in the sources`() throws {
        let found = try SourceTree.swiftFiles(in: "Sources").flatMap(Self.violations)
        #expect(found == [])
    }

    @Test func `what is forbidden is found where it stands`() {
        let file = SourceTree.File(path: "a.swift", text: "let a = 1\nlet b = try! c()\n// try! it")
        #expect(Self.violations(in: file).map { $0.prefix(9) } == ["a.swift:2"])
    }

    @Test func `unchecked Sendable is the audited exception only`() throws {
        let files = try SourceTree.swiftFiles(in: "Sources").filter {
            $0.text.contains("@unchecked Sendable")
        }
        #expect(files.map(\.path) == ["Sources/VelodyFastCGI/Exchange.swift"])
    }

    @Test func `unsafe is only where a C library is owned`() throws {
        let owners: Set<String> = [
            "VelodyFastCGI", "VelodyPostgres", "VelodyMedia", "VelodyCrypto", "VelodyStorage",
            "VelodyRuntime", "VelodyInstance", "velody-inspect", "velody-server",
        ]
        for file in try SourceTree.swiftFiles(in: "Sources")
        where file.lines.contains(where: { $0.contains(" unsafe ") && !$0.contains("//") }) {
            #expect(owners.contains(file.module), "\(file.path)")
        }
    }

    @Test func `files are short`() throws {
        let lengths = try SourceTree.swiftFiles(in: "Sources").map { ($0.lines.count, $0.path) }
        for (length, path) in lengths { #expect(length <= 400, "\(path)") }
        let sorted = lengths.map(\.0).sorted()
        #expect(sorted[sorted.count / 2] <= 90)
    }

    @Test func `every package declaration says what it promises`() throws {
        for file in try SourceTree.swiftFiles(in: "Sources") {
            var isDocumented = false
            for (number, line) in file.lines.enumerated() {
                let text = line.drop { $0 == " " }
                if text.hasPrefix("///") { isDocumented = true }
                let isDeclaration =
                    text.hasPrefix("package func") || text.hasPrefix("package static func")
                    || text.hasPrefix("package struct") || text.hasPrefix("package enum")
                    || text.hasPrefix("package final class") || text.hasPrefix("package protocol")
                if isDeclaration, !isDocumented, !Self.isRequirement(text) {
                    Issue.record("\(file.path):\(number + 1) has no documentation")
                }
                if !text.hasPrefix("///"), !text.hasPrefix("@") { isDocumented = false }
            }
        }
    }

    /// What a port's contract documents need not be said again by each adapter.
    private static func isRequirement(_ text: Substring) -> Bool {
        let names = [
            "now", "randomBytes", "sha256", "makeHasher", "areEqual", "update", "finish", "read",
            "makeInterrupter", "register", "authenticate", "list", "recordHeartbeat", "revoke",
            "find", "newest", "holding", "artwork", "lock", "publish", "reuse", "open", "acquire",
            "save", "delete", "create", "remove", "requireSpace", "makeTemporaryFile", "quarantine",
            "isPresent", "location", "probe", "state", "schemaVersion", "hasTracks", "handle",
            "result", "inspect", "<",
        ]
        return names.contains { text.hasPrefix("package func \($0)(") }
            || text.hasPrefix("package static func < ")
    }

    @Test func `migrations are numbered without gaps`() throws {
        let names = try FileManager().contentsOfDirectory(atPath: SourceTree.checkout + "/sql")
            .filter { $0.hasSuffix(".sql") }.sorted()
        for (index, name) in names.enumerated() {
            let number = String(index + 1)
            #expect(name.hasPrefix(String(repeating: "0", count: 4 - number.count) + number + "_"))
        }
    }
}
