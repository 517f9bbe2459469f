/// Splits a request's raw path, refusing whatever would read differently once decoded.
enum RawPath {
    /// The segments, still encoded; nil for a path that names nothing here.
    static func segments(of path: Substring) -> [Substring]? {
        guard path.hasPrefix("/") else { return nil }
        let segments = path.dropFirst()
            .split(separator: "/", omittingEmptySubsequences: false)
        return segments.allSatisfy(isPlain) ? segments : nil
    }

    private static func isPlain(_ segment: Substring) -> Bool {
        guard segment.utf8.contains(UInt8(ascii: "%")) else {
            return !segment.isEmpty && segment != "." && segment != ".."
        }
        guard let bytes = PercentCoding.decode(String(segment)) else { return false }
        guard !bytes.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) else { return false }
        return bytes != Array(".".utf8) && bytes != Array("..".utf8)
    }
}
