/// How long the parts of a fragmented MP4 file play (ISO/IEC 14496-12 §8.8).
enum MP4Fragments {
    /// More than any sample, or any run of them, has; few enough to be added up.
    private static let ticksLimit = 1 << 24

    /// The sum over all fragments, in ticks of the track.
    static func ticks(
        _ top: [MP4Atom], movie: Range<Int>, of file: inout FileWindow
    ) throws(MediaError) -> Int {
        let defaults = try MP4Atom.at(["mvex", "trex"], in: movie, of: &file)
        let usual = try defaults.map { atom throws(MediaError) in
            try file.bytes(at: atom.content.lowerBound, 24).bigEndian(at: 12)
        }
        var ticks = 0
        for fragment in top where fragment.name == "moof" {
            guard let part = try MP4Atom.first("traf", in: fragment.content, of: &file) else {
                continue
            }
            ticks += try self.ticks(ofPart: part.content, usual ?? 0, &file)
        }
        return ticks
    }

    private static func ticks(
        ofPart range: Range<Int>, _ usual: Int, _ file: inout FileWindow
    ) throws(MediaError) -> Int {
        var (usual, ticks) = (usual, 0)
        for atom in try MP4Atom.all(in: range, of: &file) {
            let head = try file.bytes(at: atom.content.lowerBound, 32)
            let flags = head.bigEndian(at: 1, 3)
            if atom.name == "tfhd", flags & 8 != 0 {
                usual = head.bigEndian(at: 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0))
            } else if atom.name == "trun" {
                let count = head.bigEndian(at: 4)
                ticks +=
                    flags & 0x100 == 0
                    ? min(count, ticksLimit) * min(usual, ticksLimit)
                    : try stated(atom, flags, count, &file)
            }
        }
        return ticks
    }

    /// Each sample states its own.
    private static func stated(
        _ atom: MP4Atom, _ flags: Int, _ count: Int, _ file: inout FileWindow
    ) throws(MediaError) -> Int {
        let size = 4 * [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 }
        var place =
            atom.content.lowerBound + 8 + (flags & 1 != 0 ? 4 : 0) + (flags & 4 != 0 ? 4 : 0)
        var ticks = 0
        for _ in 0..<count {
            guard place + size <= atom.content.upperBound else { break }
            ticks += Int(try file.word(at: place) ?? 0)
            place += size
        }
        return ticks
    }
}
