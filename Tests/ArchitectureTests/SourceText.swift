/// Swift source with its comments and string contents blanked, line for line as it was.
struct SourceText {
    /// Where the file is, below the package.
    let path: String
    let lines: [String]
    /// The lines with comments and the insides of strings replaced by spaces.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var blanker = Blanker(Array(text.utf8))
        code = String(decoding: blanker.blanked(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// `Sources/Module/…` belongs to `Module`.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// Every line of code that the pattern is found in, as `file:line`.
    func places(of pattern: Regex<Substring>) -> [String] {
        // Unicode's own word boundaries see none at the dot of `Type.member`.
        let pattern = pattern.wordBoundaryKind(.simple)
        return code.indices.filter { code[$0].contains(pattern) }.map { place(line: $0) }
    }

    func place(line: Int) -> String { "\(path):\(line + 1)" }
}

/// Replaces comments and string contents by spaces; newlines stay.
private struct Blanker {
    private let bytes: [UInt8]
    private var output: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        output = bytes
    }

    mutating func blanked() -> [UInt8] {
        code(until: nil)
        return output
    }

    /// Walks over code; inside an interpolation up to the parenthesis that ends it.
    private mutating func code(until end: UInt8?) {
        var depth = 0
        while index < bytes.count {
            let byte = bytes[index]
            if starts("//") {
                blank { !$0.starts("\n") }
            } else if starts("/*") {
                blockComment()
            } else if let hashes = stringOpening() {
                string(hashes: hashes)
            } else {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                if depth < 0, byte == end { return }
                index += 1
            }
        }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            if starts("/*") { depth += 1 } else if starts("*/") { depth -= 1 }
            blankOne()
        } while index < bytes.count && depth > 0
        blankOne()
    }

    private func stringOpening() -> Int? {
        var end = index
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - index : nil
    }

    private mutating func string(hashes: Int) {
        let fence = String(repeating: "#", count: hashes)
        index += hashes
        let quote = starts("\"\"\"") ? "\"\"\"" : "\""
        index += quote.utf8.count
        while index < bytes.count, !starts(quote + fence) {
            if starts("\\" + fence + "(") {
                index += fence.utf8.count + 2
                code(until: UInt8(ascii: ")"))
                index += 1
            } else if starts("\\" + fence) {
                for _ in 0..<fence.utf8.count + 2 { blankOne() }
            } else {
                blankOne()
            }
        }
        index += quote.utf8.count + hashes
    }

    private mutating func blank(while goesOn: (Blanker) -> Bool) {
        while index < bytes.count, goesOn(self) { blankOne() }
    }

    private mutating func blankOne() {
        guard index < bytes.count else { return }
        if bytes[index] != UInt8(ascii: "\n") { output[index] = UInt8(ascii: " ") }
        index += 1
    }

    private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }
}
