/// What a request's `Range` asks for of a representation (RFC 9110 section 14).
package enum ByteRange: Sendable, Equatable {
    /// The web server can decide: there is no range, or a valid one that is at least partly there.
    case decidable
    /// Not one valid range, or with more digits than files have bytes: the whole is sent.
    case ignored
    /// One valid range of which nothing is there.
    case unsatisfiable

    /// Decides for a representation of `size` bytes with this tag.
    package init(_ fields: Fields, size: Int64, tag: EntityTag) {
        let lines = fields.all("Range")
        if lines.isEmpty || fields.all("If-Range").contains(where: { $0 != tag.description }) {
            self = .decidable
        } else {
            self = lines.count == 1 ? Self.decide(lines[0], size: size) : .ignored
        }
    }

    private static func decide(_ line: String, size: Int64) -> ByteRange {
        let ends = line.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard line.prefix(6).lowercased() == "bytes=", ends.count == 2,
            ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return .ignored }
        let last = Int64(ends[1])
        if ends[0].isEmpty {
            guard let last else { return .ignored }
            return last > 0 && size > 0 ? .decidable : .unsatisfiable
        }
        let first = Int64(ends[0]) ?? .max
        if let last, last < first { return .ignored }
        if first >= size { return .unsatisfiable }
        return last == nil && !ends[1].isEmpty ? .ignored : .decidable
    }
}
