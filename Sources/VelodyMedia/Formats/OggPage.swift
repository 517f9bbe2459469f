/// One page of an Ogg file (RFC 3533 §6).
struct OggPage: Equatable {
    private static let headerSize = 27

    let flags: UInt8
    /// Codec-defined: where the song is when the page ends; nil where no packet ends on it.
    let position: Int?
    let serial: Int
    /// In bytes: packets are runs of 255 with a shorter end.
    let lacing: [UInt8]
    let payload: Range<Int>

    var isFirst: Bool { flags & 2 != 0 }
    var isContinued: Bool { flags & 1 != 0 }

    /// How many packets end on the page.
    var packetsEnded: Int { lacing.count { $0 < 255 } }

    /// Where the packets of the page lie, and whether each ends on it.
    var packets: [(piece: Range<Int>, isEnded: Bool)] {
        var result: [(Range<Int>, Bool)] = []
        var (start, end) = (payload.lowerBound, payload.lowerBound)
        for size in lacing {
            end += Int(size)
            if size < 255 {
                result.append((start..<end, true))
                start = end
            }
        }
        if lacing.last == 255 { result.append((start..<end, false)) }
        return result
    }

    /// The page that begins at `offset`; nil if none does, or it is cut.
    init?(at offset: Int, of file: inout FileWindow) throws(MediaError) {
        let head = try file.bytes(at: offset, Self.headerSize + 255)
        guard head.count >= Self.headerSize, head.holds("OggS"), head[4] == 0 else { return nil }
        let count = Int(head[26])
        guard head.count >= Self.headerSize + count else { return nil }
        lacing = Array(head[Self.headerSize..<Self.headerSize + count])
        let start = offset + Self.headerSize + count
        payload = start..<start + lacing.reduce(0) { $0 + Int($1) }
        guard payload.upperBound <= file.size else { return nil }
        flags = head[5]
        serial = head.littleEndian(at: 14)
        let bits = (6..<14).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(head[$1]) }
        position = bits > UInt64(Int64.max) ? nil : Int(bits)
    }
}
