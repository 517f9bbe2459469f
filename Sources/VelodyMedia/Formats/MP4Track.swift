/// One track of an MP4 file: what it is, and how long it says it is.
struct MP4Track {
    enum Kind { case sound, picture, protected, other }

    private(set) var kind = Kind.other
    private(set) var channels = 0
    private(set) var sampleRate = 0
    /// In seconds, by the track's own clock; 0 where the parts of the file say it.
    private(set) var seconds = 0.0
    /// Ticks per second.
    private(set) var timescale = 0
    /// What of it is heard; nil where nothing is said, or more than one part.
    private(set) var edit: MP4Edit?

    /// Reads a `trak` atom of a movie whose clock has so many ticks per second.
    init(_ range: Range<Int>, movieClock: Int, of file: inout FileWindow) throws(MediaError) {
        guard let media = try MP4Atom.first("mdia", in: range, of: &file)?.content else { return }
        try readClock(media, &file)
        edit = try MP4Edit(in: range, movieClock: movieClock, mediaClock: timescale, of: &file)
        let handler = try MP4Atom.first("hdlr", in: media, of: &file)
            .map { atom throws(MediaError) in try file.bytes(at: atom.content.lowerBound + 8, 4) }
        let entries = try MP4Atom.at(["minf", "stbl", "stsd"], in: media, of: &file)
        guard let entries, entries.content.count > 8,
            let entry = try MP4Atom.all(
                in: entries.content.dropFirst(8), of: &file
            ).first
        else { return }
        if handler?.holds("soun") == true {
            try readSound(entry, &file)
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
        seconds = Double(duration) / Double(timescale)
    }

    private mutating func readSound(
        _ entry: MP4Atom, _ file: inout FileWindow
    ) throws(MediaError) {
        let bytes = try file.bytes(at: entry.content.lowerBound, min(1024, entry.content.count))
        channels = bytes.bigEndian(at: 16, 2)
        sampleRate = bytes.bigEndian(at: 24, 2)
        switch entry.name {
        case "mp4a":
            kind = .sound
            guard let config = AACConfig(esds: bytes) else { return }
            sampleRate = config.sampleRate
            if config.channels > 0 { channels = config.channels }
        case "alac":
            kind = .sound
            let settings = bytes.dropFirst(28)
            guard settings.count >= 36 else { return }
            let box = Array(settings)
            channels = box.bigEndian(at: 8 + 4 + 9, 1)
            sampleRate = box.bigEndian(at: 8 + 4 + 20)
        case "drms", "enca": kind = .protected
        default: kind = .other
        }
    }
}
