/// How the sound of an MP4 track is coded: the first entry of its `stsd` atom.
struct MP4Sound {
    private(set) var kind = MP4Track.Kind.other
    private(set) var channels: Int
    /// In samples per second.
    private(set) var sampleRate: Int

    /// Reads the entry, of any of the three versions that QuickTime has (QTFF, "Sound Sample
    /// Descriptions").
    init(_ entry: MP4Atom, of file: inout FileWindow) throws(MediaError) {
        let bytes = try file.bytes(at: entry.content.lowerBound, min(1024, entry.content.count))
        channels = bytes.bigEndian(at: 16, 2)
        sampleRate = bytes.bigEndian(at: 24, 2)
        switch entry.name {
        case "mp4a": readAAC(bytes)
        case "alac": readALAC(bytes)
        case "drms", "enca": kind = .protected
        default: kind = .other
        }
    }

    private mutating func readAAC(_ bytes: [UInt8]) {
        guard let config = AACConfig(esds: bytes) else {
            kind = .sound
            return
        }
        kind = config.isAAC ? .sound : .other
        if config.sampleRate > 0 { sampleRate = config.sampleRate }
        if config.channels > 0 { channels = config.channels }
    }

    /// The settings stand in an atom of the same name, which may be inside another.
    private mutating func readALAC(_ bytes: [UInt8]) {
        kind = .sound
        let place = bytes.indices.dropFirst(4).first {
            bytes.holds("alac", at: $0) && Self.settingsSizes.contains(bytes.bigEndian(at: $0 - 4))
        }
        guard let place, place + 32 <= bytes.count else { return }
        channels = bytes.bigEndian(at: place + 4 + 4 + 9, 1)
        sampleRate = bytes.bigEndian(at: place + 4 + 4 + 20)
    }

    /// In bytes: with and without a layout of the channels.
    private static let settingsSizes = 36...64
}
