/// Which module may import which: the arrows of the design.
enum ImportRules {
    static let allowed: [String: Set<String>] = [
        "VelodyDomain": ["Swift"],
        "VelodyServices": ["VelodyDomain"],
        "VelodyHTTP": [],
        "VelodyAPI": ["VelodyDomain", "VelodyServices", "VelodyHTTP"],
        "VelodyMetrics": ["VelodyDomain", "VelodyServices", "VelodyHTTP"],
        "VelodyFastCGI": ["VelodyHTTP", "CFastCGI", "Glibc"],
        "VelodyPostgres": ["VelodyDomain", "CPostgres", "Glibc"],
        "VelodyStorage": ["VelodyDomain", "VelodyCrypto", "CLinuxFiles", "Glibc"],
        "VelodyCrypto": ["VelodyDomain", "COpenSSL"],
        "VelodyMedia": ["VelodyDomain", "CIconv", "CMagic", "CZlib", "Glibc"],
        "VelodyRuntime": ["VelodyDomain", "CFence", "CMalloc", "Glibc"],
        "VelodyAdministration": ["VelodyDomain", "VelodyServices"],
        "VelodyInstance": ["VelodyRuntime", "Glibc"],
    ]

    private static let everywhere: Set<String> = ["FoundationEssentials", "Synchronization"]
    private static var importLine: Regex<(Substring, Substring)> {
        #/^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|func|protocol)\s+)?(\w+)/#
    }

    /// Every import that the table does not allow.
    ///
    /// Programs may wire adapters, never C.
    static func violations(in source: SourceText) -> [String] {
        source.code.indices.compactMap { line in
            guard let match = source.code[line].firstMatch(of: importLine) else { return nil }
            let imported = String(match.1)
            guard !isAllowed(imported, in: source.module) else { return nil }
            return "\(source.place(line: line)): \(source.module) imports \(imported)"
        }
    }

    private static func isAllowed(_ imported: String, in module: String) -> Bool {
        if everywhere.contains(imported) { return true }
        if let allowed = allowed[module] { return allowed.contains(imported) }
        return module.hasPrefix("velody-") && (imported.hasPrefix("Velody") || imported == "Glibc")
    }
}
