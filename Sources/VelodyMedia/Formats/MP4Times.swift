/// How long the samples of an MP4 track play (ISO/IEC 14496-12 §8.6.1.2).
enum MP4Times {
    /// The sum over the `stts` atom of a sample table, in ticks of the track; 0 where it is empty.
    static func ticks(
        in table: Range<Int>?, of file: inout FileWindow
    ) throws(MediaError) -> Double {
        guard let atom = try MP4Atom.first("stts", in: table, of: &file) else { return 0 }
        var place = atom.content.lowerBound + 8
        let count = try file.word(at: place - 4).map(Int.init) ?? 0
        let end = min(atom.content.upperBound, place + count * 8)
        var ticks = 0.0
        while place + 8 <= end {
            let samples = try file.word(at: place) ?? 0
            let each = Int32(bitPattern: try file.word(at: place + 4) ?? 0)
            // Some writers put a step back; it is not heard.
            ticks += Double(samples) * Double(max(0, each))
            place += 8
        }
        return ticks
    }
}
