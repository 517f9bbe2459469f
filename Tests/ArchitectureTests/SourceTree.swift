import FoundationEssentials

/// The package's own files, found from where this one is.
enum SourceTree {
    static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    /// Files below `folder` whose names end so, in order; paths are relative to the package.
    static func paths(in folder: String, ending: [String]) -> [String] {
        let found =
            (try? FileManager.default.subpathsOfDirectory(atPath: root + "/" + folder)) ?? []
        return found.filter { path in ending.contains { path.hasSuffix($0) } }
            .map { folder + "/" + $0 }.sorted()
    }

    static func text(at path: String) -> String {
        guard let data = FileManager.default.contents(atPath: root + "/" + path) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Every Swift file of the product.
    static let sources = paths(in: "Sources", ending: [".swift"])
        .map { SourceText(path: $0, text: text(at: $0)) }
        .filter { $0.name != "Placeholder.swift" }

    /// Every Swift file of the tests.
    static let tests = paths(in: "Tests", ending: [".swift"])
        .map { SourceText(path: $0, text: text(at: $0)) }
}
