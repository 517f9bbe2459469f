/// Splits a request's raw path, refusing whatever would read differently once decoded.
enum RawPath {
    /// The segments, still encoded; nil for a path that names nothing here.
    static func segments(of path: some StringProtocol) -> [Substring]? {
        guard path.hasPrefix("/") else { return nil }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard segments.allSatisfy({ isPlain(String($0)) }) else { return nil }
        return segments.map { Substring(String($0)) }
    }

    private static func isPlain(_ segment: String) -> Bool {
        guard !segment.isEmpty, let bytes = PercentCoding.decode(segment) else { return false }
        guard !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) else { return false }
        return bytes != Array(".".utf8) && bytes != Array("..".utf8)
    }
}
