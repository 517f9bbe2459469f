import FoundationEssentials
import Testing
import VelodyDomain
import VelodyTesting

/// Real files of other projects, where they are at hand, against values found by several readers.
struct SampleTests {
    /// Cells where the table and what is found differ, each with its reason (decision 0034).
    static let gaps: [String: [String: String]] = {
        let unlisted = "the file says it, the table lists nothing"
        let absent = "the file does not say it: its only year is that of the original release"
        let filled = "a later tag fills the fields that the first leaves empty"
        let shiftJIS = "nothing says that these bytes are Shift-JIS: its owner can"
        return [
            "16-id3v1-shiftjis.mp3": ["title": shiftJIS, "artist": unlisted, "album": unlisted],
            "17-id3v1-utf8.mp3": ["artist": unlisted, "album": unlisted],
            "30-mp3-inside-wav.wav": ["bitrate_kbps": unlisted],
            "34-two-id3v2-tags.mp3": [
                "album_artist": filled, "genre": filled, "track": filled, "track_total": filled,
                "disc": filled, "year": filled, "picture_mime": filled, "picture_bytes": filled,
                "pictures": filled,
            ],
            "40-ape-only.mp3": [
                "album_artist": unlisted, "picture_mime": unlisted, "picture_bytes": unlisted,
                "pictures": unlisted,
            ],
            "43-empty-frame-and-junk.mp3": ["gapless_ms": unlisted],
            "44-flac.flac": ["bitrate_kbps": unlisted, "track_total": unlisted],
            "45-aac.m4a": ["bitrate_kbps": unlisted, "gapless_ms": unlisted],
            "46-vorbis.ogg": ["bitrate_kbps": unlisted, "track_total": unlisted],
            "47-opus.opus": ["bitrate_kbps": unlisted],
            "48-wav.wav": ["bitrate_kbps": unlisted, "disc": absent, "year": absent],
        ]
    }()

    /// What the table states and is not met, or met in another way: three cells of all.
    static let contradicted: Set<String> = [
        "16-id3v1-shiftjis.mp3 title", "48-wav.wav disc", "48-wav.wav year",
    ]

    /// Else a table that cannot be read would look like none, and nothing be compared.
    @Test func `where there are real files, their table is read`() throws {
        guard let folder = Sample.folder else { return }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!Sample.all.isEmpty)
        #expect(Sample.all.allSatisfy { names.contains($0.name) && $0["verdict"] != nil })
    }

    @Test(arguments: Sample.all)
    func `no excuse hides what the table states`(_ sample: Sample) {
        for column in (Self.gaps[sample.name] ?? [:]).keys
        where !Self.contradicted.contains("\(sample.name) \(column)") {
            #expect([nil, "0"].contains(sample[column]), "\(column)")
        }
    }

    @Test(arguments: Sample.all)
    func `a real file gets the right verdict and numbers`(_ sample: Sample) throws {
        let report = try inspect(sample).report
        expectVerdict(of: report, sample)
        expect(report.properties?.durationMs, sample, "duration_ms", tolerance: 1)
        expect(report.properties?.sampleRateHz, sample, "sample_rate")
        expect(report.properties?.channels, sample, "channels")
        expect(report.properties?.bitRateKbps, sample, "bitrate_kbps")
        expect(gapless(report.properties), sample, "gapless_ms", tolerance: 1)
    }

    @Test(arguments: Sample.all.filter(\.isSong))
    func `a real file gives the right tags`(_ sample: Sample) throws {
        let metadata = try inspect(sample).report.metadata
        expect(metadata.title, sample, "title")
        expect(list(metadata.artists), sample, "artist")
        expect(metadata.album, sample, "album")
        expect(metadata.albumArtist?.replacingSeparator, sample, "album_artist")
        expect(list(metadata.genres), sample, "genre")
        expect(metadata.trackNumber, sample, "track")
        expect(metadata.trackTotal, sample, "track_total")
        expect(metadata.discNumber, sample, "disc")
        expect(metadata.year, sample, "year")
    }

    @Test(arguments: Sample.all.filter(\.isSong))
    func `a real file gives its picture, byte for byte`(_ sample: Sample) throws {
        let result = try inspect(sample)
        expect(result.report.picture?.type.rawValue, sample, "picture_mime")
        expect((result.report.picture?.size).map(Int.init), sample, "picture_bytes")
        #expect(Int64(result.picture.count) == result.report.picture?.size ?? 0)
        guard Self.gaps[sample.name]?["pictures"] == nil else { return }
        #expect((result.report.picture == nil) == (sample["pictures"] == "0"))
    }

    /// A27: what the table tells of such bytes, once their encoding is named.
    @Test(arguments: Sample.all.filter { $0.name == "16-id3v1-shiftjis.mp3" })
    func `a real file gives its title in the encoding that is named`(_ sample: Sample) throws {
        let data = try #require(FileManager.default.contents(atPath: sample.path))
        let report = try Inspected(Array(data), readingTextAs: .shiftJIS).report
        #expect(report.metadata.title == sample["title"])
        #expect(report.verdict == .accept)
        #expect(report.warnings.isEmpty)
    }

    private func inspect(_ sample: Sample) throws -> Inspected {
        let data = try #require(FileManager.default.contents(atPath: sample.path))
        #expect(sample["bytes"] == "\(data.count)")
        return try Inspected(Array(data))
    }

    private func expectVerdict(of report: InspectionReport, _ sample: Sample) {
        let (kind, code) = sample.verdict
        switch report.verdict {
        case .accept:
            if kind == "later_format" { return }
            // The table's verdict speaks of the audio; what is flagged of a tag stands beside it.
            let ofAudio = report.warnings.filter { $0 != "encoding-guess" }
            #expect(kind == (ofAudio.isEmpty ? "accept" : "accept_warn"), "\(report.warnings)")
            if let code { #expect(report.warnings.contains(code)) }
        case .quarantine(let reason):
            #expect(kind == "quarantine" && code == reason, "\(reason)")
        case .reject(let reason):
            #expect(kind == "reject" && code == reason, "\(reason)")
        }
    }

    private func expect(_ value: String?, _ sample: Sample, _ column: String) {
        guard Self.gaps[sample.name]?[column] == nil else { return }
        #expect(value == sample[column], "\(column)")
    }

    private func expect(_ value: Int?, _ sample: Sample, _ column: String, tolerance: Int = 0) {
        guard Self.gaps[sample.name]?[column] == nil else { return }
        guard let right = sample[column].flatMap({ Int($0) }), let value else {
            #expect(value.map(String.init) == sample[column], "\(column)")
            return
        }
        #expect(abs(value - right) <= tolerance, "\(column): \(value), not \(right)")
    }

    private func gapless(_ properties: AudioProperties?) -> Int? {
        guard let properties, let delay = properties.encoderDelay,
            let padding = properties.encoderPadding
        else { return nil }
        return properties.durationMs - 1000 * (delay + padding) / properties.sampleRateHz
    }

    private func list(_ values: [String]) -> String? {
        values.isEmpty ? nil : values.joined(separator: " | ")
    }
}

extension String {
    fileprivate var replacingSeparator: String {
        split(separator: "; ").joined(separator: " | ")
    }
}
