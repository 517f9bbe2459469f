import FoundationEssentials
import Testing

/// One row of the table of real files and their right values.
struct Sample: CustomTestStringConvertible {
    let name: String
    let path: String
    private let columns: [String: String]

    var testDescription: String { name }

    /// Nil where the table says nothing.
    subscript(_ column: String) -> String? {
        columns[column].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `accept`, `quarantine`, `reject` and the code behind it, as the project writes it.
    var verdict: (kind: String, code: String?) {
        let parts = (self["verdict"] ?? "").split(separator: ":", maxSplits: 1)
        let code = parts.count > 1 ? String(parts[1]).replacing("_", with: "-") : nil
        return (String(parts[0]), code == "unframed-bytes" ? "trailing-junk" : code)
    }

    /// Whether it is to be taken, with or without warnings.
    var isSong: Bool { verdict.kind.hasPrefix("accept") || verdict.kind == "later_format" }

    /// Where real files lie beside the project, if they do; else it is said, once, what is left out.
    static let folder: String? = {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let folder = root.deletingLastPathComponent().appending(path: "shared/samples").path
        if FileManager.default.fileExists(atPath: folder) { return folder }
        print("SampleTests are skipped: there is no folder \(folder) with real files")
        return nil
    }()

    /// All rows of the folder's table; none where there is no folder.
    static let all: [Sample] = {
        guard let folder, let table = FileManager.default.contents(atPath: "\(folder)/expected.tsv")
        else { return [] }
        return rows(String(decoding: table, as: UTF8.self), in: folder)
    }()

    private static func rows(_ table: String, in folder: String) -> [Sample] {
        let lines = table.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let header = lines.first else { return [] }
        return lines.dropFirst().map { cells in
            let columns = Dictionary(uniqueKeysWithValues: zip(header, cells))
            return Sample(name: cells[0], path: "\(folder)/\(cells[0])", columns: columns)
        }
    }
}

extension String {
    func replacing(_ old: Character, with new: Character) -> String {
        String(map { $0 == old ? new : $0 })
    }
}
