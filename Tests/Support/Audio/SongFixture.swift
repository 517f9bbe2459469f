/// A made MP3 that decoders play (silence), in parts that a test can change one by one.
///
/// Two songs with different seeds never share their bytes. The ordinary case is one line:
/// `SongFixture(title: "One", artist: "Ann", seed: 1).bytes`.
package struct SongFixture: Sendable {
    /// Makes the audio bytes differ from those of other seeds.
    package var seed: UInt64
    package var format = MPEGFormat()
    /// Audio frames, the length header not counted.
    package var frameCount: Int
    /// In kbit/s, taken in turn; empty for the format's own.
    package var bitRates: [Int] = []
    package var lengthHeader: LengthHeader?
    package var id3v2: ID3v2Fixture?
    /// Unframed bytes between the ID3v2 tag and the first frame.
    package var leadingJunk: [UInt8] = []
    /// Tags and other bytes after the last frame, in order.
    package var trailer: [UInt8] = []

    /// A song without any tag: `frameCount` frames of 128 kbit/s, 44.1 kHz, joint stereo.
    package init(seed: UInt64, frameCount: Int = 40) {
        self.seed = seed
        self.frameCount = frameCount
    }

    /// A song with an ID3v2.4 tag, and a front cover if one is given.
    package init(
        title: String, artist: String? = nil, album: String? = nil, cover: [UInt8]? = nil,
        seed: UInt64, frameCount: Int = 40
    ) {
        self.init(seed: seed, frameCount: frameCount)
        var tag = ID3v2Fixture(.v24)
        tag.add(text: "TIT2", [title])
        if let artist { tag.add(text: "TPE1", [artist]) }
        if let album { tag.add(text: "TALB", [album]) }
        if let cover { tag.add(picture: cover) }
        id3v2 = tag
    }

    /// Frames only, without length header, tags or junk.
    package var audio: [UInt8] {
        (0..<frameCount).flatMap { number in
            var format = format
            if !bitRates.isEmpty { format.bitRateKbps = bitRates[number % bitRates.count] }
            return format.frame(seed: seed, number: number)
        }
    }

    /// The whole file.
    package var bytes: [UInt8] {
        (id3v2?.bytes ?? []) + leadingJunk + (lengthHeader?.frame(in: format) ?? []) + audio
            + trailer
    }

    /// In milliseconds: what an inspection has to answer.
    package var durationMs: Int {
        let samples = Double(frameCount * format.samplesPerFrame)
        return Int((1000 * samples / Double(format.sampleRateHz)).rounded())
    }
}
