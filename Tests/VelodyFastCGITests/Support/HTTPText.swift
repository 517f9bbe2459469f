/// Takes a head and a body apart.
enum HTTPText {
    /// The lines before the first empty one.
    static func head(_ bytes: [UInt8]) -> [String] {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        return lines.prefix { !$0.isEmpty }.map(String.init)
    }

    /// The bytes after the first empty line.
    static func body(_ bytes: [UInt8]) -> [UInt8] {
        let end: [UInt8] = [13, 10, 13, 10]
        for index in bytes.indices where bytes[index...].starts(with: end) {
            return Array(bytes[(index + 4)...])
        }
        return []
    }

    static func value(of name: String, in head: [String]) -> String? {
        let prefix = name.lowercased() + ": "
        return head.first { $0.lowercased().hasPrefix(prefix) }
            .map { String($0.dropFirst(prefix.count)) }
    }
}
