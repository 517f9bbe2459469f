/// One track of an MP4 file: what it is, and how long it says it is.
struct MP4Track {
    enum Kind { case sound, picture, protected, other }

    private(set) var kind = Kind.other
    private(set) var channels = 0
    private(set) var sampleRate = 0
    /// In seconds, by the times of its samples; 0 where only the parts of the file say them.
    private(set) var seconds = 0.0
    /// In seconds, as its header says; 0 where that does not.
    private(set) var declared = 0.0
    /// Ticks per second.
    private(set) var timescale = 0
    /// Whether its header is more than 1 % away from the times of its samples.
    var isDeclaredWrong: Bool {
        seconds > 0 && declared > 0 && abs(declared - seconds) * 100 > seconds
    }
    /// What of it is heard; nil where nothing is said, or more than one part.
    private(set) var edit: MP4Edit?

    /// Reads a `trak` atom of a movie whose clock has so many ticks per second.
    init(_ range: Range<Int>, movieClock: Int, of file: inout FileWindow) throws(MediaError) {
        guard let media = try MP4Atom.first("mdia", in: range, of: &file)?.content else { return }
        try readClock(media, &file)
        edit = try MP4Edit(in: range, movieClock: movieClock, mediaClock: timescale, of: &file)
        let handler = try MP4Atom.first("hdlr", in: media, of: &file)
            .map { atom throws(MediaError) in try file.bytes(at: atom.content.lowerBound + 8, 4) }
        let table = try MP4Atom.at(["minf", "stbl"], in: media, of: &file)?.content
        seconds = try MP4Times.ticks(in: table, of: &file) / Double(max(1, timescale))
        let entries = try MP4Atom.first("stsd", in: table, of: &file)
        guard let entries, entries.content.count > 8,
            let entry = try MP4Atom.all(
                in: entries.content.dropFirst(8), of: &file
            ).first
        else { return }
        if handler?.holds("soun") == true {
            let sound = try MP4Sound(entry, of: &file)
            (kind, channels, sampleRate) = (sound.kind, sound.channels, sound.sampleRate)
        } else if handler?.holds("vide") == true {
            // A cover, or the pictures of chapters, is no film.
            kind = ["jpeg", "mjpg", "png ", "mjpa"].contains(entry.name) ? .other : .picture
        }
    }

    private mutating func readClock(
        _ media: Range<Int>, _ file: inout FileWindow
    ) throws(MediaError) {
        guard let atom = try MP4Atom.first("mdhd", in: media, of: &file) else { return }
        let bytes = try file.bytes(at: atom.content.lowerBound, 32)
        let isLong = bytes.first == 1
        timescale = bytes.bigEndian(at: isLong ? 20 : 12)
        let duration = isLong ? bytes.bigEndian(at: 25, 7) : bytes.bigEndian(at: 16)
        guard timescale > 0, isLong || duration != 0xFFFF_FFFF else { return }
        declared = Double(duration) / Double(timescale)
    }
}
