/// One atom (box) of an MP4 file (ISO/IEC 14496-12 §4.2).
struct MP4Atom: Equatable {
    /// How many atoms of one level are looked at.
    private static let limit = 4_000
    /// How many atoms of the outermost level: recorders write two for each frame of a song.
    static let outerLimit = 200_000

    let name: String
    /// What is behind its header; cut where the file ends.
    let content: Range<Int>
    /// Whether it says that it reaches beyond what it stands in.
    let isCut: Bool

    /// The atoms that fill `range`.
    static func all(
        in range: Range<Int>, atMost limit: Int = limit, of file: inout FileWindow
    ) throws(MediaError) -> [MP4Atom] {
        var atoms: [MP4Atom] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound, atoms.count < limit {
            let head = try file.bytes(at: offset, 16)
            guard head.count >= 8 else { break }
            var (size, headerSize) = (head.bigEndian(at: 0), 8)
            if size == 1, head[8...].first == 0 {
                (size, headerSize) = (head.bigEndian(at: 8, 8), 16)
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= headerSize else { break }
            let end = min(range.upperBound, offset + size)
            guard offset + headerSize <= end else { break }
            atoms.append(
                MP4Atom(
                    name: head[4..<8].map { String(Unicode.Scalar($0)) }.joined(),
                    content: offset + headerSize..<end,
                    isCut: offset + size > range.upperBound))
            offset = end
        }
        return atoms
    }

    /// The first atom of that name in `range`.
    static func first(
        _ name: String, in range: Range<Int>?, of file: inout FileWindow
    ) throws(MediaError) -> MP4Atom? {
        guard let range else { return nil }
        return try all(in: range, of: &file).first { $0.name == name }
    }

    /// Goes down from name to name.
    static func at(
        _ path: [String], in range: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> MP4Atom? {
        var found: MP4Atom?
        var range = range
        for name in path {
            guard let atom = try first(name, in: range, of: &file) else { return nil }
            (found, range) = (atom, atom.content)
        }
        return found
    }
}
