import FoundationEssentials

/// The sources of this checkout, as text.
struct SourceTree {
    /// One Swift file.
    struct File {
        /// Relative to the checkout: `Sources/VelodyHTTP/Message/Method.swift`.
        let path: String
        let text: String

        var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
        var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    }

    static let checkout = #filePath.split(separator: "/").dropLast(3)
        .reduce("") { $0 + "/" + $1 }

    /// Every Swift file below `folder`.
    static func swiftFiles(in folder: String) throws -> [File] {
        try paths(in: folder).filter { $0.hasSuffix(".swift") }.map { path in
            let data = FileManager().contents(atPath: checkout + "/" + path) ?? Data()
            return File(path: path, text: String(decoding: data, as: UTF8.self))
        }
    }

    private static func paths(in folder: String) throws -> [String] {
        try FileManager().contentsOfDirectory(atPath: checkout + "/" + folder).sorted().flatMap {
            name -> [String] in
            let path = folder + "/" + name
            var isDirectory = false
            _ = FileManager().fileExists(
                atPath: checkout + "/" + path, isDirectory: &isDirectory)
            return isDirectory ? try paths(in: path) : [path]
        }
    }
}
