import Testing
import VelodyDomain
import VelodyTesting

/// Streams that do not begin where the file does.
struct StrayStreamTests {
    static let streams = ["a.flac", "a.ogg", "a.opus"]

    /// A13 for the formats whose players look for the beginning.
    @Test(arguments: streams, [1, 300, 65_500])
    func `junk before a stream is gone over, and told`(_ name: String, _ count: Int) throws {
        let bytes = Self.song(name)
        let right = try Inspected(bytes).report
        for junk in [[UInt8](repeating: 0, count: count), Noise.bytes(count, seed: 1)] {
            let report = try Inspected(junk + bytes).report
            #expect(report.verdict == .accept)
            #expect(report.detectedType == right.detectedType)
            #expect(report.properties == right.properties)
            #expect(report.metadata.title == "One")
            #expect(report.warnings == ["leading-junk"])
        }
    }

    @Test(arguments: streams)
    func `a tag and junk before a stream are gone over`(_ name: String) throws {
        var tag = ID3v2Fixture(.v24)
        tag.add(text: "TALB", ["Album"])
        let report = try Inspected(
            [1, 2, 3] + tag.bytes + [UInt8](repeating: 0, count: 100) + Self.song(name)
        ).report
        #expect(report.verdict == .accept)
        #expect([report.metadata.title, report.metadata.album] == ["One", "Album"])
        #expect(report.warnings == ["leading-junk"])
    }

    /// As of MPEG audio.
    @Test(arguments: streams)
    func `too much junk before a stream is no song`(_ name: String) throws {
        let junk = [UInt8](repeating: 0, count: 65_600)
        #expect(try Inspected(junk + Self.song(name)).report.verdict != .accept)
    }

    /// Their players go by places that count from the beginning of the file.
    @Test(arguments: ["a.m4a", "a.wav"])
    func `junk before other files is not gone over`(_ name: String) throws {
        let report = try Inspected([1, 2, 3] + Self.song(name)).report
        #expect(report.verdict == .reject(reason: "not-audio"))
    }

    private static func song(_ name: String) -> [UInt8] {
        EncodedAudio.tone(name, seconds: 1, ["-metadata", "title=One"])
    }
}
