import Testing
import VelodyDomain
import VelodyTesting

/// Length, rate and channels against what another program decodes from the same file.
struct DecoderTests {
    /// How lame is called, and with what.
    struct Song: CustomTestStringConvertible {
        let options: [String]
        var rate = 44_100
        var channels = 2
        var testDescription: String { "\(options.joined(separator: " ")) \(rate) \(channels)" }
    }

    static let songs = [
        Song(options: ["-b", "128"]), Song(options: ["-b", "320", "-m", "s"]),
        Song(options: ["-b", "128", "-m", "f", "-p"]), Song(options: ["-V", "0"]),
        Song(options: ["-V", "9", "--vbr-old"], rate: 48_000),
        Song(options: ["-V", "5", "-t"], rate: 32_000),
        Song(options: ["--abr", "90", "-t"]), Song(options: ["-b", "64", "--nores"]),
        Song(options: ["-b", "48"], rate: 22_050), Song(options: ["-V", "4"], rate: 24_000),
        Song(options: ["-b", "24", "-t"], rate: 16_000, channels: 1),
        Song(options: ["-b", "8"], rate: 8_000, channels: 1),
        Song(options: ["-V", "2"], rate: 12_000), Song(options: ["-b", "16"], rate: 11_025),
        Song(options: ["-b", "160", "-m", "j", "-p"], rate: 48_000),
        Song(options: ["-V", "2", "-p"]),
        Song(options: ["-b", "128", "--tt", "Ä", "--id3v2-utf16", "--pad-id3v2-size", "900"]),
    ]

    /// PM1: also with other tags around it.
    @Test(arguments: songs)
    func `a song lasts as long as a decoder plays it`(_ song: Song) throws {
        let bytes = EncodedAudio.song(
            lame: song.options, rate: song.rate, channels: song.channels)
        let report = try Inspected(bytes).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.channels == song.channels)
        #expect(report.properties?.sampleRateHz == song.rate)
        try expectAgreement(report, bytes, within: 50)
        let tagged = bytes + TrailingTags.ape([("Title", ["x"])])
        #expect(try Inspected(tagged).report.properties == report.properties)
    }

    /// PM1: what was cut off is not played.
    @Test(arguments: [["-V", "2"], ["-b", "128", "-t"]])
    func `a cut song lasts as long as a decoder plays it`(_ options: [String]) throws {
        let whole = EncodedAudio.song(lame: options)
        let bytes = Array(whole.prefix(whole.count * 2 / 3))
        try expectAgreement(try Inspected(bytes).report, bytes, within: 80)
    }

    /// PM1: kept aside, but measured.
    @Test(arguments: ["320", "400", "123"])
    func `a song in free format lasts as long as a decoder plays it`(_ rate: String) throws {
        let bytes = EncodedAudio.song(lame: ["-b", rate, "--freeformat"])
        let report = try Inspected(bytes).report
        #expect(report.verdict == .quarantine(reason: "free-format"))
        let duration = try #require(report.properties?.durationMs)
        #expect(abs(duration - 2000) < 60, "\(duration) ms")
    }

    /// A file name, ffmpeg's options, and how far the two may be apart: ffmpeg plays the last frame
    /// of AAC to its end.
    struct Format: CustomTestStringConvertible {
        let name: String
        let options: [String]
        /// In milliseconds.
        var tolerance = 2
        var testDescription: String { "\(name) \(options.joined(separator: " "))" }
    }

    static let formats = [
        Format(name: "a.flac", options: ["-ac", "6", "-sample_fmt", "s32"]),
        Format(name: "a.flac", options: ["-ar", "96000", "-compression_level", "12"]),
        Format(name: "a.wav", options: ["-ac", "6", "-c:a", "pcm_s24le"]),
        Format(name: "a.wav", options: ["-c:a", "pcm_u8", "-write_bext", "1"]),
        Format(name: "a.wav", options: ["-c:a", "pcm_alaw", "-ar", "8000"]),
        Format(name: "a.m4a", options: ["-c:a", "alac", "-sample_fmt", "s32p", "-ac", "6"]),
        Format(name: "a.m4a", options: ["-c:a", "aac", "-ac", "6", "-ar", "48000"], tolerance: 22),
        Format(name: "a.m4a", options: ["-c:a", "aac", "-ar", "16000"], tolerance: 64),
        Format(name: "a.mov", options: ["-c:a", "aac"], tolerance: 24),
        Format(name: "a.ogg", options: ["-c:a", "libvorbis", "-ac", "6"]),
        Format(name: "a.ogg", options: ["-c:a", "libvorbis", "-ar", "8000", "-ac", "1"]),
        Format(name: "a.opus", options: ["-c:a", "libopus", "-ac", "6"]),
        Format(name: "a.opus", options: ["-c:a", "libopus", "-frame_duration", "60"]),
        Format(name: "a.opus", options: ["-c:a", "libopus", "-page_duration", "20000"]),
    ]

    @Test(arguments: formats)
    func `another format lasts as long as a decoder plays it`(_ format: Format) throws {
        let bytes = EncodedAudio.tone(format.name, format.options)
        let report = try Inspected(bytes).report
        #expect(report.verdict == .accept)
        try expectAgreement(report, bytes, within: format.tolerance)
    }

    /// Live recorders write a fragment for each frame: thousands in a song.
    @Test func `very many fragments are all counted`() throws {
        let options = ["-c:a", "aac", "-movflags", "empty_moov+frag_every_frame"]
        let bytes = EncodedAudio.tone("a.mp4", seconds: 100, options)
        let duration = try #require(try Inspected(bytes).report.properties?.durationMs)
        #expect(abs(duration - 100_000) < 60)
    }

    /// What is heard: the whole without what the encoder says that it put around.
    private func expectAgreement(
        _ report: InspectionReport, _ bytes: [UInt8], within tolerance: Int
    ) throws {
        let heard = try #require(report.properties)
        let around = (heard.encoderDelay ?? 0) + (heard.encoderPadding ?? 0)
        let ours = heard.durationMs - 1000 * around / heard.sampleRateHz
        let frames = EncodedAudio.decodedSamples(of: bytes) / heard.channels
        let theirs = 1000 * frames / heard.sampleRateHz
        #expect(abs(ours - theirs) <= tolerance, "\(ours) ms, not \(theirs)")
    }
}
