import Testing
import VelodyDomain
import VelodyTesting

/// Files as real encoders write them, in every format.
struct EncoderTests {
    private static let tags = [
        "-metadata", "title=Tïtle", "-metadata", "artist=Ann", "-metadata", "album=Album",
        "-metadata", "album_artist=Band", "-metadata", "genre=Rock", "-metadata", "track=3/12",
        "-metadata", "disc=1/2", "-metadata", "date=1999",
    ]

    /// A file name, ffmpeg's options, the type, and how far the duration may be off, in ms.
    struct Format: CustomTestStringConvertible {
        let name: String
        let options: [String]
        let type: MediaType
        var tolerance = 1
        var testDescription: String { "\(name) \(options.joined(separator: " "))" }
    }

    static let formats = [
        Format(name: "a.mp3", options: ["-b:a", "128k"], type: .mp3, tolerance: 60),
        Format(
            name: "a.mp3", options: ["-q:a", "4", "-id3v2_version", "3"], type: .mp3, tolerance: 60),
        Format(name: "a.flac", options: [], type: .flac),
        Format(name: "a.m4a", options: ["-c:a", "aac"], type: .m4a, tolerance: 30),
        Format(name: "a.m4a", options: ["-c:a", "alac"], type: .m4a),
        Format(name: "a.m4a", options: ["-movflags", "+faststart"], type: .m4a, tolerance: 30),
        Format(
            name: "a.mp4", options: ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"],
            type: .m4a, tolerance: 30),
        Format(name: "a.ogg", options: ["-c:a", "libvorbis"], type: .vorbis),
        Format(name: "a.opus", options: ["-c:a", "libopus"], type: .opus),
        Format(name: "a.wav", options: [], type: .wav),
        Format(name: "a.wav", options: ["-c:a", "pcm_f32le", "-rf64", "always"], type: .wav),
    ]

    /// A24.
    @Test(arguments: formats)
    func `type and numbers are right`(_ format: Format) throws {
        for channels in [1, 2] {
            let bytes = EncodedAudio.tone(format.name, format.options + ["-ac", "\(channels)"])
            let report = try Inspected(bytes).report
            #expect(report.verdict == .accept)
            #expect(report.detectedType == format.type.rawValue)
            #expect(abs((report.properties?.durationMs ?? 0) - 2000) <= format.tolerance)
            #expect(report.properties?.sampleRateHz == (format.type == .opus ? 48_000 : 44_100))
            #expect(report.properties?.channels == channels)
            #expect(report.warnings.allSatisfy { $0 == "moov-at-end" })
        }
    }

    @Test(arguments: formats)
    func `tags are right`(_ format: Format) throws {
        let bytes = EncodedAudio.tone(format.name, seconds: 0.2, Self.tags + format.options)
        let metadata = try Inspected(bytes).metadata
        #expect(metadata.title == "Tïtle")
        #expect([metadata.artist, metadata.album] == ["Ann", "Album"])
        #expect(metadata.genres == ["Rock"])
        #expect(metadata.year == 1999)
        #expect(metadata.trackNumber == 3)
        // RIFF's list has no place for them.
        guard format.type != .wav else { return }
        #expect(metadata.albumArtist == "Band")
        #expect([metadata.trackTotal, metadata.discNumber, metadata.discTotal] == [12, 1, 2])
    }

    @Test(arguments: formats)
    func `a file with another name is the same`(_ format: Format) throws {
        let bytes = EncodedAudio.tone(format.name, seconds: 0.2, format.options)
        var tag = ID3v2Fixture(.v24)
        tag.add(text: "TIT2", ["Front"])
        let report = try Inspected(tag.bytes + bytes).report
        #expect(report.verdict == .accept)
        #expect(report.detectedType == format.type.rawValue)
    }

    /// A6 for the other formats.
    @Test(arguments: formats.filter { $0.type != .mp3 })
    func `a file that was cut is known by a warning, or lasts as long as what is there`(
        _ format: Format
    ) throws {
        let whole = EncodedAudio.tone(format.name, seconds: 8, format.options)
        let report = try Inspected(Array(whole.prefix(whole.count * 3 / 4))).report
        guard report.verdict == .accept else { return }
        let isShorter = (report.properties?.durationMs ?? 8000) < 7000
        #expect(isShorter || report.warnings.contains("declared-length-mismatch"))
    }

    /// A24.
    @Test func `a film is refused, whatever its name`() throws {
        let film = EncodedAudio.tone(
            "a.mp4", seconds: 0.2,
            ["-f", "lavfi", "-i", "testsrc=duration=0.2", "-map", "0", "-map", "1"])
        let report = try Inspected(film).report
        #expect(report.verdict == .reject(reason: "other-container"))
        #expect(report.detectedType == "video/mp4")
    }

    /// Writers may put the first part of a song into the movie, and the rest behind it.
    @Test func `an MP4 file whose movie holds only the first part is measured whole`() throws {
        let options = ["-c:a", "aac", "-movflags", "frag_keyframe", "-frag_duration", "500000"]
        let report = try Inspected(EncodedAudio.tone("a.m4a", seconds: 6, options)).report
        #expect(report.verdict == .accept)
        #expect(abs((report.properties?.durationMs ?? 0) - 6000) <= 50)
        #expect(report.warnings.isEmpty)
    }

    /// QuickTime's own entries are longer, and have atoms inside atoms.
    @Test(arguments: ["alac", "aac"])
    func `rate and channels are found in a QuickTime file`(_ codec: String) throws {
        let bytes = EncodedAudio.tone("a.mov", ["-c:a", codec])
        let properties = try Inspected(bytes).report.properties
        #expect(properties?.sampleRateHz == 44_100)
        #expect(properties?.channels == 1)
    }

    /// A25: its owner may release it, and then it is served as what it is.
    @Test func `Layer III in a WAV file is kept aside, and measured by its frames`() throws {
        let bytes = EncodedAudio.tone("a.wav", ["-c:a", "libmp3lame", "-metadata", "title=One"])
        let report = try Inspected(bytes).report
        #expect(report.verdict == .quarantine(reason: "mp3-in-wav"))
        #expect(report.detectedType == "audio/wav")
        #expect(report.metadata.title == "One")
        #expect(abs((report.properties?.durationMs ?? 0) - 2000) <= 80)
    }
}
