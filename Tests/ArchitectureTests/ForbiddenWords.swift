/// What must not be written at all, or only in some modules.
enum ForbiddenWords {
    static let unsafeModules: Set<String> = [
        "VelodyFastCGI", "VelodyPostgres", "VelodyMedia", "VelodyCrypto", "VelodyStorage",
        "VelodyRuntime", "velody-inspect",
    ]

    static func violations(in source: SourceText) -> [String] {
        everywhere(source) + confined(source) + comments(source)
    }

    private static func everywhere(_ source: SourceText) -> [String] {
        // The one place where the compiler is told rather than asked.
        let audited = source.name == "Exchange.swift" && source.module == "VelodyFastCGI"
        return source.places(of: #/[\w\)\]\}]!(?!=)/#).map { $0 + ": force unwrap" }
            + source.places(of: #/\btry!/#).map { $0 + ": try!" }
            + source.places(of: #/\bas!/#).map { $0 + ": as!" }
            + source.places(of: #/\bpublic\b/#).map { $0 + ": public" }
            + source.places(of: #/\bnonisolated\(unsafe\)/#).map { $0 + ": nonisolated(unsafe)" }
            + source.places(of: #/\bstatic (?:let|var) (?:shared|default|current)\b/#)
            .map { $0 + ": a singleton" }
            + source.places(of: #/\b(?:async|await)\b/#).map { $0 + ": concurrency in the core" }
            + (audited
                ? [] : source.places(of: #/@unchecked\s+Sendable/#).map { $0 + ": unchecked" })
    }

    private static func confined(_ source: SourceText) -> [String] {
        var found: [String] = []
        if !unsafeModules.contains(source.module) {
            found += source.places(of: #/\bunsafe\b/#).map { $0 + ": unsafe" }
        }
        if source.module != "VelodyRuntime", source.module.first != "v" {
            let inputs =
                #/\bgetenv\b|\bProcessInfo\b|\bDate\(\)|\bUUID\(\)|\bSystemRandomNumberGenerator\b|\bclock_gettime\b|\.random\(in:|\bgettimeofday\b/#
            found += source.places(of: inputs).map { $0 + ": time, chance or environment" }
        }
        return found
    }

    private static func comments(_ source: SourceText) -> [String] {
        source.lines.indices.filter { source.lines[$0].contains(#/\b(?:TODO|FIXME)\b/#) }
            .map { source.place(line: $0) + ": unfinished" }
    }
}
