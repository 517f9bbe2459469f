/// A tag that is known by its first bytes alone, wherever it stands.
struct StrayTag: Equatable {
    enum Kind { case id3v2, id3v1, ape }

    let kind: Kind
    let end: Int

    private init(_ kind: Kind, end: Int) { (self.kind, self.end) = (kind, end) }

    /// The tag that begins at `place`; nil if none in order does, or it goes beyond `limit`.
    static func at(
        _ place: Int, before limit: Int, in file: inout FileWindow
    ) throws(MediaError) -> StrayTag? {
        let head = try file.bytes(at: place, max(0, min(128, limit - place)))
        guard let tag = known(head, at: place), tag.end <= limit else { return nil }
        return tag
    }

    private static func known(_ head: [UInt8], at place: Int) -> StrayTag? {
        if head.isID3v2Header, (2...4).contains(head[3]), let size = head.syncsafe(at: 6),
            size > 0
        {
            return StrayTag(.id3v2, end: place + 10 + size)
        }
        if head.count == 128, head.holds("TAG") { return StrayTag(.id3v1, end: place + 128) }
        let size = head.littleEndian(at: 12)
        guard head.holds("APETAGEX"), size >= 32 else { return nil }
        return StrayTag(.ape, end: place + 32 + size)
    }
}
