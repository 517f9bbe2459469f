import Testing
import VelodyDomain
import VelodyTesting

/// WAV files made chunk by chunk.
struct WaveTests {
    private static let second = [UInt8](repeating: 0, count: 44_100 * 4)

    @Test(arguments: [nil, 0, 0xFFFF_FFFF, 1 << 30] as [Int?])
    func `a length that lies is not believed`(_ stated: Int?) throws {
        let report = try Inspected(wave([data(stated)])).report
        #expect(report.verdict == .accept)
        #expect(report.properties?.durationMs == 1000)
        #expect(report.properties?.bitRateKbps == 1411)
        #expect(report.warnings == (stated == 1 << 30 ? ["declared-length-mismatch"] : []))
    }

    /// In bytes, of four that a sample of both channels takes.
    @Test(arguments: [0, 1, 2, 4])
    func `a size of samples that cannot be is not believed`(_ stated: UInt8) throws {
        var bytes = wave([data()])
        bytes[32] = stated
        #expect(try Inspected(bytes).report.properties?.durationMs == 1000)
    }

    @Test func `chunks of odd length are gone over`() throws {
        let odd = chunk("junk", [1, 2, 3]) + [0]
        #expect(try Inspected(wave([odd, data()])).report.properties?.durationMs == 1000)
    }

    @Test func `chunks of odd length that are not filled up are gone over`() throws {
        let bytes = wave([chunk("junk", [1, 2, 3]), data()])
        #expect(try Inspected(bytes).report.properties?.durationMs == 1000)
    }

    /// A25: 40 frames are 1,045 ms; a count of samples that they do not bear out is none.
    @Test(arguments: [(45_205, 1025), (46_080, 1045), (46_081, 1045), (40_000, 1045), (0, 1045)])
    func `Layer III lasts as long as its samples, if the frames bear them out`(
        _ samples: Int, _ duration: Int
    ) throws {
        let fact = chunk("fact", [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: samples >> $0) })
        let frames = chunk("data", SongFixture(seed: 1).bytes)
        let report = try Inspected(wave(format: 0x55, [fact, frames])).report
        #expect(report.verdict == .quarantine(reason: "mp3-in-wav"))
        #expect(report.properties?.durationMs == duration)
    }

    /// A25: measured as PCM it would last a quarter of a second.
    @Test func `Layer III behind a header that says PCM is known`() throws {
        let report = try Inspected(wave([chunk("data", SongFixture(seed: 1).bytes)])).report
        #expect(report.verdict == .quarantine(reason: "mp3-in-wav"))
        #expect(report.properties?.durationMs == SongFixture(seed: 1).durationMs)
    }

    @Test func `an ID3v2 chunk wins over the list of texts`() throws {
        var tag = ID3v2Fixture(.v23)
        tag.add(text: "TIT2", ["Tag"], as: .latin1)
        let list =
            Array("INFO".utf8) + chunk("INAM", Array("List\0".utf8)) + [0]
            + chunk("IART", Array("Ann\0".utf8))
        let bytes = wave([chunk("LIST", list), data(), chunk("id3 ", tag.bytes)])
        let metadata = try Inspected(bytes).metadata
        #expect(metadata.title == "Tag")
        #expect(metadata.artist == "Ann")
    }

    /// A19: what is no PCM is not measured as if it were.
    @Test func `codecs that players do not know are kept aside`() throws {
        let report = try Inspected(wave(format: 0x161, [data()])).report
        #expect(report.verdict == .quarantine(reason: "unknown-codec"))
        #expect(try Inspected(wave([])).report.verdict == .reject(reason: "no-audio"))
    }

    private func wave(format: Int = 1, _ chunks: [[UInt8]]) -> [UInt8] {
        let settings: [UInt8] = [
            UInt8(format & 0xFF), UInt8(format >> 8), 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4,
            0, 16, 0,
        ]
        let body = Array("WAVE".utf8) + chunk("fmt ", settings) + chunks.flatMap(\.self)
        return chunk("RIFF", body)
    }

    private func data(_ stated: Int? = nil) -> [UInt8] { chunk("data", Self.second, stated) }

    private func chunk(_ name: String, _ content: [UInt8], _ stated: Int? = nil) -> [UInt8] {
        let size = stated ?? content.count
        return Array(name.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: size >> $0) }
            + content
    }
}
