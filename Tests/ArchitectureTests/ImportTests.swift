import Testing

/// Arrows point inwards only, and each C library has one owner.
@Suite struct ImportTests {
    private static let toolchain: Set<String> = [
        "FoundationEssentials", "Swift", "Synchronization",
    ]

    private static let allowed: [String: Set<String>] = [
        "VelodyDomain": [],
        "VelodyServices": ["VelodyDomain"],
        "VelodyHTTP": [],
        "VelodyAPI": ["VelodyDomain", "VelodyServices", "VelodyHTTP"],
        "VelodyCrypto": ["VelodyDomain", "COpenSSL"],
        "VelodyFastCGI": ["VelodyHTTP", "CFastCGI", "Glibc"],
        "VelodyPostgres": ["VelodyDomain", "CPostgres", "Glibc"],
        "VelodyStorage": ["VelodyDomain", "VelodyCrypto", "Glibc"],
        "VelodyMedia": ["VelodyDomain", "CMagic", "CTagLib", "Glibc"],
        "VelodyRuntime": ["VelodyDomain", "Glibc"],
        "VelodyInstance": ["VelodyRuntime", "Glibc"],
        "velody-server": [
            "VelodyDomain", "VelodyServices", "VelodyHTTP", "VelodyAPI", "VelodyCrypto",
            "VelodyFastCGI", "VelodyPostgres", "VelodyStorage", "VelodyRuntime", "Glibc",
        ],
        "velody-inspect": ["VelodyDomain", "VelodyMedia", "VelodyRuntime", "Glibc"],
        "velody-admin": [
            "VelodyDomain", "VelodyServices", "VelodyPostgres", "VelodyRuntime", "Glibc",
        ],
        "velody-instance": ["VelodyInstance", "VelodyRuntime", "Glibc"],
    ]

    /// The modules that a file imports.
    private static func imports(of text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index <= 2,
                words[..<index].allSatisfy({ $0 == "package" || $0.hasPrefix("@") }),
                index + 1 < words.count
            else { return nil }
            return String(words[index + 1])
        }
    }

    @Test func `every module imports only what the architecture allows`() throws {
        for file in try SourceTree.swiftFiles(in: "Sources") {
            let allowed = try #require(Self.allowed[file.module], "\(file.module) is not known")
            for name in Self.imports(of: file.text) where !Self.toolchain.contains(name) {
                #expect(allowed.contains(name), "\(file.path) imports \(name)")
            }
        }
    }

    @Test func `an import is seen whatever stands before it`() {
        let text = "package import VelodyDomain\n@testable import CMagic\nlet important = 1"
        #expect(Self.imports(of: text) == ["VelodyDomain", "CMagic"])
    }
}
