import Testing
import VelodyDomain
import VelodyTesting

/// MP4 files made atom by atom.
struct MP4Tests {
    /// PM5.
    @Test func `values of repeated data and of repeated items are all kept`() throws {
        var song = MP4Fixture()
        song.add("\u{A9}ART", [Array("Ann".utf8), Array("Bob".utf8)])
        song.add("\u{A9}gen", [Array("Soul".utf8)])
        song.add("\u{A9}gen", [Array("Rock".utf8)])
        let metadata = try Inspected(song.bytes).metadata
        #expect(metadata.artists == ["Ann", "Bob"])
        #expect(metadata.genres == ["Soul", "Rock"])
    }

    /// PM5.
    @Test(arguments: [true, false])
    func `a list of artists is kept in either form`(_ isRepeated: Bool) throws {
        var song = MP4Fixture()
        song.add("\u{A9}ART", [Array("Ann feat. Bob".utf8)])
        if isRepeated {
            song.add(named: "ARTISTS", ["Ann"])
            song.add(named: "ARTISTS", ["Bob"])
        } else {
            song.add(named: "ARTISTS", ["Ann", "Bob"])
        }
        let metadata = try Inspected(song.bytes).metadata
        #expect(metadata.artist == "Ann feat. Bob")
        #expect(metadata.artists == ["Ann", "Bob"])
    }

    @Test func `a genre that has no number is none`() throws {
        var song = MP4Fixture()
        song.add("gnre", [[0, 0]], type: 0)
        #expect(try Inspected(song.bytes).metadata.genres.isEmpty)
    }

    @Test func `numbers in bytes are read`() throws {
        var song = MP4Fixture()
        song.add("trkn", [[0, 0, 0, 3, 0, 12, 0, 0]], type: 0)
        song.add("disk", [[0, 0, 0, 1, 0, 0]], type: 0)
        song.add("gnre", [[0, 18]], type: 0)
        song.add("\u{A9}day", [Array("1999-01-02T00:00:00Z".utf8)])
        let metadata = try Inspected(song.bytes).metadata
        #expect([metadata.trackNumber, metadata.trackTotal] == [3, 12])
        #expect([metadata.discNumber, metadata.discTotal] == [1, nil])
        #expect(metadata.genres == ["Rock"])
        #expect(metadata.year == 1999)
    }

    /// PR8.
    @Test(arguments: [true, false])
    func `a movie atom at the end is told`(_ isLast: Bool) throws {
        var song = MP4Fixture()
        song.isMovieLast = isLast
        let report = try Inspected(song.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == 2000)
        #expect(report.warnings == (isLast ? ["moov-at-end"] : []))
    }

    /// The container states the core's values; heard are those of the decoder.
    @Test(
        arguments: [
            ([0x12, 0x10], 44_100, 2), ([0x12, 0x08], 44_100, 1),
            ([0x2B, 0x92, 0x08, 0], 44_100, 2),
            ([0x13, 0x90, 0x56, 0xE5, 0xA0], 44_100, 2),
            ([0xEB, 0x8A, 0x08, 0], 44_100, 2),
            ([0x13, 0x88, 0x56, 0xE5, 0xA5, 0x48, 0x80], 44_100, 2),
        ] as [([UInt8], Int, Int)])
    func `rate and channels are those of the decoder`(
        _ config: [UInt8], _ rate: Int, _ channels: Int
    ) throws {
        var song = MP4Fixture()
        song.sampleRate = 22_050
        song.duration = 44_100
        song.channels = 6
        song.config = config
        let properties = try Inspected(song.bytes).report.properties
        #expect(properties?.sampleRateHz == rate)
        #expect(properties?.channels == channels)
        #expect(properties?.durationMs == 2000)
    }

    /// A6 for MP4: in ticks; a header that says nothing is no lie.
    @Test(arguments: [(0, false), (88_200, false), (30_000, true), (900_000, true)])
    func `samples are counted by their own times, whatever the header says`(
        _ declared: Int, _ isLie: Bool
    ) throws {
        var song = MP4Fixture()
        song.duration = declared
        song.times = [(80, 1024), (1, 6280)]
        let report = try Inspected(song.bytes).report
        #expect(report.properties?.durationMs == 2000)
        #expect(report.warnings == (isLie ? ["declared-length-mismatch"] : []))
    }

    @Test func `protected songs and other codecs are kept aside`() throws {
        var song = MP4Fixture()
        song.codec = "drms"
        #expect(try Inspected(song.bytes).report.verdict == .quarantine(reason: "protected"))
        song.codec = "ac-3"
        #expect(try Inspected(song.bytes).report.verdict == .quarantine(reason: "unknown-codec"))
    }

    /// A24: MP3, DTS, Vorbis; MPEG-4's lossless coding; and all that is AAC.
    @Test(
        arguments: [
            (0x6B, [0x12, 0x10], false), (0xA9, [0x12, 0x10], false), (0xDD, [0x12, 0x10], false),
            (0x40, [0xF8, 0x88, 0x40, 0], false), (0x67, [0x12, 0x10], true),
            (0x40, [0xF9, 0x48, 0x40, 0], true),
        ] as [(UInt8, [UInt8], Bool)])
    func `what goes by the name of AAC and is none is kept aside`(
        _ indication: UInt8, _ config: [UInt8], _ isTaken: Bool
    ) throws {
        var song = MP4Fixture()
        (song.indication, song.config) = (indication, config)
        let verdict = try Inspected(song.bytes).report.verdict
        #expect(verdict == (isTaken ? .accept : .quarantine(reason: "unknown-codec")))
    }

    /// PM10.
    @Test func `more items than anybody has cost the tags, not the song`() throws {
        var song = MP4Fixture()
        song.add("\u{A9}nam", [[UInt8]](repeating: Array("One".utf8), count: 2001))
        let report = try Inspected(song.bytes).report
        #expect(report.verdict == .accept)
        #expect(report.warnings == ["tags-unreadable"])
    }

    @Test func `what is kept aside has its name`() throws {
        var song = MP4Fixture()
        song.codec = "ac-3"
        song.add("\u{A9}nam", [Array("One".utf8)])
        #expect(try Inspected(song.bytes).metadata.title == "One")
    }

    @Test func `the cover and iTunes' own gap are read`() throws {
        var song = MP4Fixture()
        let cover = PictureFixture.jpeg(filler: 9000)
        song.add("covr", [cover, PictureFixture.png()], type: 13)
        song.add(named: "iTunSMPB", [" 00000000 00000840 000001CA 00000000003F31F6 00000000"])
        let result = try Inspected(song.bytes)
        #expect(result.picture == cover)
        #expect(result.report.properties?.encoderDelay == 0x840)
        #expect(result.report.properties?.encoderPadding == 0x1CA)
    }

    @Test func `a file that lost most of its media is no song`() throws {
        let bytes = MP4Fixture().bytes
        let report = try Inspected(Array(bytes.dropLast(3000))).report
        #expect(report.verdict == .quarantine(reason: "low-frame-coverage"))
        #expect(
            try Inspected(Array(bytes.prefix(200))).report.verdict == .reject(reason: "no-audio"))
    }

    /// QuickTime's first writers put no type in front, others room for one.
    @Test(arguments: [[], ["free"], ["skip", "wide"]])
    func `a file without its type in front is known by its movie`(_ names: [String]) throws {
        var song = MP4Fixture()
        song.add("\u{A9}nam", [Array("One".utf8)])
        let room = names.flatMap { MP4Fixture.atom($0, [0, 0]) }
        let type = MP4Fixture.atom("ftyp", Array("M4A ".utf8) + [0, 0, 0, 0] + Array("isom".utf8))
        let bytes = room + song.bytes.dropFirst(names.isEmpty ? type.count : 0)
        let report = try Inspected(bytes).report
        #expect(report.detectedType == "audio/mp4")
        #expect(report.verdict == .accept)
        #expect(report.metadata.title == "One")
    }

    /// PM7.
    @Test(arguments: [("1999", 1999), ("1999-02", 1999), ("soon", nil)] as [(String, Int?)])
    func `a date gives a year, nonsense none`(_ text: String, _ year: Int?) throws {
        var song = MP4Fixture()
        song.add("\u{A9}day", [Array(text.utf8)])
        let report = try Inspected(song.bytes).report
        #expect(report.metadata.year == year)
        #expect(report.warnings == (year == nil ? ["number-out-of-range"] : []))
    }
}
