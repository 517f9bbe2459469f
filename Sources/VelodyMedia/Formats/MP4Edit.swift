/// Which part of a track's media is heard (ISO/IEC 14496-12 §8.6.6): encoders put silence around it,
/// and say so here.
struct MP4Edit: Equatable {
    /// In seconds, from the beginning of the media.
    let start: Double
    /// In seconds; nil where it goes to the end.
    let length: Double?

    /// Reads the only edit in a `trak` atom; nil where there is none, or several.
    ///
    /// Both clocks are in ticks per second: lengths go by the movie's, places by the media's.
    init?(
        in track: Range<Int>, movieClock: Int, mediaClock: Int, of file: inout FileWindow
    ) throws(MediaError) {
        guard movieClock > 0, mediaClock > 0,
            let atom = try MP4Atom.at(["edts", "elst"], in: track, of: &file)
        else { return nil }
        let bytes = try file.bytes(at: atom.content.lowerBound, min(28, atom.content.count))
        let isLong = bytes.first == 1
        guard bytes.count >= (isLong ? 28 : 20), bytes.bigEndian(at: 4) == 1 else { return nil }
        let ticks = isLong ? bytes.bigEndian(at: 9, 7) : bytes.bigEndian(at: 8)
        let place = isLong ? bytes.bigEndian(at: 17, 7) : bytes.bigEndian(at: 12)
        // A negative place is silence in front.
        guard bytes[isLong ? 16 : 12] < 0x80 else { return nil }
        start = Double(place) / Double(mediaClock)
        length = ticks > 0 ? Double(ticks) / Double(movieClock) : nil
    }

    /// What is not heard of so many seconds, in samples; nil where that is nothing or too much.
    func gapless(of seconds: Double, sampleRate: Int) -> (delay: Int, padding: Int?)? {
        let rate = Double(sampleRate)
        let delay = (start * rate).rounded()
        guard Self.plausible.contains(delay) else { return nil }
        let padding = length.map { ((seconds - start - $0) * rate).rounded() }
        return (Int(delay), padding.flatMap { Self.plausible.contains($0) ? Int($0) : nil })
    }

    private static let plausible = 0.0...Double(1 << 20)
}
